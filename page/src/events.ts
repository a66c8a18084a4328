// A list of callbacks: how the parts of the page tell one another that something changed.

export class Listeners<T = void> {
  private readonly callbacks = new Set<(value: T) => void>();

  add(callback: (value: T) => void): void {
    this.callbacks.add(callback);
  }

  emit(value: T): void {
    for (const callback of this.callbacks) callback(value);
  }
}
