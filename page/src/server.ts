// Requests to `gelenk view`, all of them: addresses, methods and what an answer that is none means. The contract is
// doc/report-format.md, "Live". What the answers say is read elsewhere.
import { object } from "./format";

export interface RunWish {
  set: Record<string, string>;
  t_end?: number;
}

/** What a refusal says: its diagnostics, where the server gave some. */
export class Refused extends Error {
  constructor(
    status: number,
    readonly diagnostics: unknown,
  ) {
    super(`the server answered ${status}`);
  }
}

async function ask(address: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, options);
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  throw new Refused(response.status, object(answer).diagnostics);
}

function send(address: string, body: unknown): Promise<Response> {
  return ask(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

export const server = {
  model: async (): Promise<unknown> => (await ask("api/model")).json(),
  scene: async (run: number): Promise<unknown> => (await ask(`api/scene?run=${run}`)).json(),
  rows: async (run: number, from: number): Promise<Uint8Array> =>
    new Uint8Array(await (await ask(`api/data?run=${run}&from=${from}`)).arrayBuffer()),
  run: async (wish: RunWish): Promise<void> => void (await send("api/run", wish)),
  stop: async (): Promise<void> => void (await send("api/stop", {})),
  /** The model with these values, as Modelica text. */
  variant: async (wish: RunWish): Promise<unknown> => (await send("api/variant", wish)).json(),
  events: (): EventSource => new EventSource("api/events"),
};
