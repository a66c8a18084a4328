// A manipulator of three links, each a motor and a beam: chapter 8 of the Thesis.
//
// Shows  models inside models (a Motor in a Link in an Arm), stiff connections between black boxes,
//        torques by a law of time, motion in space.
// Run    ./gelenk run examples/thesis/Manipulator.mo --integrator abm4 --step 1e-4 --output arm.csv
// Look   arm.link1.motor.revolute.phi, .w and .a, and the same of link2 and link3
//
// Manipulator.expected.csv beside this file has the motion to twelve digits. Lengths in m, masses in kg.
model Manipulator "Three links, driven by cosine torques"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces, Types};
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;

  model Motor "Housing and rotor with a torque between them (Thesis 8.1)"
    Interfaces.Frame_a housing "Centre of mass of the housing";
    Interfaces.Frame_b rotor "Centre of mass of the rotor";
    parameter SI.Torque C "Amplitude of the torque";
    parameter SI.Frequency k = 2 "Its frequency";
    parameter SI.Angle phi_start = 0;
    parameter SI.Mass m_housing = 2, m_rotor = 7.7;
    parameter SI.Length h_housing = 0.3, r_outer = 0.034, r_inner = 0.03;
    parameter SI.Length h_rotor = 0.35, r_rotor = 0.03;
    Parts.Body housingBody(
      m = m_housing, r_CM = {0, 0, 0},
      I_11 = m_housing/12*(3*(r_outer^2 + r_inner^2) + h_housing^2),
      I_22 = m_housing/2*(r_outer^2 + r_inner^2),
      I_33 = m_housing/12*(3*(r_outer^2 + r_inner^2) + h_housing^2));
    Parts.Body rotorBody(
      m = m_rotor, r_CM = {0, 0, 0},
      I_11 = m_rotor/12*(3*r_rotor^2 + h_rotor^2),
      I_22 = m_rotor/2*r_rotor^2,
      I_33 = m_rotor/12*(3*r_rotor^2 + h_rotor^2));
    Parts.FixedTranslation housingEnd(r = {0, -h_housing/2, 0}), rotorEnd(r = {0, -h_rotor/2, 0});
    Joints.Revolute revolute(n = {0, 1, 0}, phi(start = phi_start, fixed = true), w(fixed = true));
    Gelenk.Forces.WorldTorque forwardTorque(
      torque = {0, C*cos(2*pi*k*time), 0}, resolveInFrame = Types.ResolveInFrameB.frame_b);
    Gelenk.Forces.WorldTorque backwardTorque(
      torque = {0, -C*cos(2*pi*k*time), 0}, resolveInFrame = Types.ResolveInFrameB.frame_b);
  equation
    connect(housingBody.frame_a, housing);
    connect(rotorBody.frame_a, rotor);
    connect(housingBody.frame_a, housingEnd.frame_a);
    connect(rotorBody.frame_a, rotorEnd.frame_a);
    connect(housingEnd.frame_b, revolute.frame_a);
    connect(revolute.frame_b, rotorEnd.frame_b);
    connect(forwardTorque.frame_b, rotorBody.frame_a);
    connect(backwardTorque.frame_b, housingBody.frame_a);
  end Motor;

  model Beam "A rigid body that others attach to"
    Interfaces.Frame_a beam "Centre of mass";
    Parts.Body body(m = 0.71, r_CM = {0, 0, 0}, I_11 = 0.06, I_22 = 0.06, I_33 = 0.0002);
  equation
    connect(body.frame_a, beam);
  end Beam;

  model Link "A motor with a beam fastened to its rotor (Thesis 8.2)"
    Interfaces.Frame_a housing "Housing of the motor";
    Interfaces.Frame_b beam "Centre of mass of the beam";
    parameter SI.Torque C;
    parameter SI.Angle phi_start = 0;
    Motor motor(C = C, phi_start = phi_start);
    Beam arm;
    Parts.FixedTranslation onRotor(r = {0, 0.175, 0}), onBeam(r = {0, -0.02, -0.483}) "Stiff joint";
  equation
    connect(motor.housing, housing);
    connect(arm.beam, beam);
    connect(motor.rotor, onRotor.frame_a);
    connect(onRotor.frame_b, onBeam.frame_b);
    connect(onBeam.frame_a, arm.beam);
  end Link;

  model Arm "Three links, each fastened to the beam of the one before (Thesis 8.2.3)"
    Interfaces.Frame_a housing "Housing of the first motor";
    Link link1(C = -600), link2(C = 300, phi_start = 2.5), link3(C = -12);
    // Euler parameters (1, -1, -1, -1)/2: 120° about (-1, -1, -1).
    Parts.FixedRotation stiff1(r = {0, 0, 0.5}, n = {-1, -1, -1}, angle = 120);
    Parts.FixedTranslation stiff2(r = {0, 0.02, 0.483});
    Parts.FixedTranslation onHousing2(r = {0, -0.15, 0}), onHousing3(r = {0, -0.15, 0});
  equation
    connect(link1.housing, housing);
    connect(link1.beam, stiff1.frame_a);
    connect(stiff1.frame_b, onHousing2.frame_b);
    connect(onHousing2.frame_a, link2.housing);
    connect(link2.beam, stiff2.frame_a);
    connect(stiff2.frame_b, onHousing3.frame_b);
    connect(onHousing3.frame_a, link3.housing);
  end Arm;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.8, n = {0, 0, -1});
  Arm arm;
  Parts.FixedRotation stiff(n = {1, 0, 0}, angle = 90) "The first motor stands upright";
  Parts.FixedTranslation onHousing1(r = {0, -0.15, 0});
equation
  connect(world.frame_b, stiff.frame_a);
  connect(stiff.frame_b, onHousing1.frame_b);
  connect(onHousing1.frame_a, arm.housing);
  annotation(experiment(StopTime = 5, Interval = 0.02));
end Manipulator;
