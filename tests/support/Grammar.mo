package Grammar "Everything of the language in one text, as little of each as will do"
  constant Real c = 2.5e-1;
  type Angle = Real(final quantity = "Angle", unit = "rad", min = -10, max = 10, nominal = 1);
  type Gear = enumeration(Reverse "backwards", Neutral, First "slow");
  record Point "A point"
    Real x = 0;
    Real y = 1;
  end Point;
  operator record Pair
    Real a, b;
    encapsulated operator 'constructor'
      function from_real
        import Grammar.Pair;
        input Real r;
        output Pair p = Pair(r, 0);
      algorithm
      end from_real;
    end 'constructor';
    encapsulated operator function '+'
      import Grammar.Pair;
      input Pair l, r;
      output Pair s;
    algorithm
      s := Pair(l.a + r.a, l.b + r.b);
    end '+';
  end Pair;
  function mean
    input Real v[:];
    output Real m;
    output Integer n = size(v, 1);
  protected
    Real s = 0;
  algorithm
    for i in 1:n loop
      s := s + v[i];
      if s > 1e9 then
        break;
      elseif s < -1e9 then
        return;
      end if;
    end for;
    while n < 0 loop
      n := n + 1;
    end while;
    m := if n > 0 then s/n else 0;
    annotation(smoothOrder = 1);
  end mean;
  function twice
    input Shape f;
    input Real x;
    output Real y = f(f(x));
    partial function Shape
      input Real x;
      output Real y;
    end Shape;
  algorithm
  end twice;
  function saw
    input Real x;
    output Real y = x - integer(x);
  algorithm
  end saw;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Signal = input Real;
  expandable connector Bus
    Real speed;
  end Bus;
  partial model Two
    Pin p, n;
    Real v = p.v - n.v;
  equation
    p.i + n.i = 0;
  end Two;
  model Resistor
    extends Two;
    parameter Real R(min = 0) = 1;
  equation
    v = R*p.i;
  end Resistor;
  model Capacitor
    extends Two(v(start = 1, fixed = true));
    parameter Real C = 0.1;
  equation
    C*der(v) = p.i;
  end Capacitor;
  model Earth
    Pin p;
  equation
    p.v = 0;
  end Earth;
  model Whole
    inner parameter Real scale = 2;
    model Inside
      outer parameter Real scale;
      replaceable model Part = Resistor(R = 3) constrainedby Two;
      Part part;
      Pin p, n;
      Bus bus;
    equation
      connect(p, part.p);
      connect(n, part.n);
      bus.speed = scale;
    end Inside;
    Inside inside(redeclare model Part = Capacitor(C = 2));
    Resistor r[3](R = {1, 2, 3}, each p(v(start = 0)));
    Capacitor c1, c2(C = 0.2) if use;
    Earth earth;
    Bus bus;
    parameter Boolean use = true annotation(Evaluate = true);
    parameter Integer n = 3;
    final parameter Real A[2, 2] = [1, 2; 3, 4]*identity(2) + diagonal({1, 1});
    parameter Real found(fixed = false, start = 1), k0(fixed = false);
    parameter Gear gear = Gear.Neutral;
    Point where = Point(y = time);
    Pair both = Pair(1, 2) + Pair(time);
    Real y, z[2](start = {1, 0}, each fixed = true), u, w, h, k, m, s;
    Integer count(start = 0, fixed = true), nn;
    Boolean on(start = false), tick;
    discrete Real held(start = 0, fixed = true);
    Angle phi(stateSelect = StateSelect.prefer, start = 0.1);
    parameter String label = "it is " + String(n);
    constant Real table[:, :] = {{0, 1}, {1, 2}};
  initial equation
    phi = 0.1;
    found^2 = 2;
  initial algorithm
    k0 := 4.5;
  equation
    connect(r[1].n, c1.p);
    for i in 1:2 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    connect(r[1].p, earth.p);
    connect(c1.n, earth.p);
    if use then
      connect(r[3].n, c2.p);
      connect(c2.n, earth.p);
    end if;
    connect(inside.bus, bus);
    connect(inside.p, r[3].n);
    connect(inside.n, earth.p);
    der(z) = -A*z;
    u^3 + u = z[1];
    if u > 0.5 then
      w = z[1];
    elseif u < -0.5 then
      w = -z[1];
    else
      w = noEvent(if z[2] > 0 then z[2] else 0);
    end if;
    (m, nn) = mean({z[1], z[2], w});
    h = smooth(0, abs(u)) + max(z) + both.a*c + where.y + homotopy(actual = u, simplified = z[1]);
    k = semiLinear(u, 1, 2) + delay(w, 0.01) + sum({i^2 for i in 1:n}.*{1, 1, 1}) + cross({1, 0, 0}, {0, 1, 0})*{0, 0, 1};
    s = twice(function saw(), h) + Modelica.Math.atan2(u, 1) + div(n, 2) + mod(-1.5, 1) + rem(n, 2) + sign(u) + sqrt(abs(w));
    der(phi) = -phi;
    tick = sample(0, 3e-4);
    when tick then
      count = pre(count) + 1;
      held = pre(held) + z[1];
    elsewhen initial() then
      held = 1;
      count = 0;
    end when;
    when {z[1] < 0.999, time > 5e-4} then
      reinit(z[2], 0.5);
    end when;
    on = edge(tick) or not (u > 2) and change(count);
    assert(u < 100, "u is too large: " + String(u), AssertionLevel.warning);
    when terminal() then
      terminate("end");
    end when;
  algorithm
    y := if gear == Gear.First then 1 else 0;
    for i in 1:n loop
      y := y + i*u;
    end for;
    annotation(experiment(StopTime = 1e-3, Tolerance = 1e-6), Documentation(info = "<html>text</html>"));
  end Whole;
end Grammar;
