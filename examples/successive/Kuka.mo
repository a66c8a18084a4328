// An industrial robot of six axes as a CAD assembly: the KUKA KR 15/2 of section 7 of "Successive", with its 43 bodies and 95
// joints. Of the text come these numbers, the kinds of subsystems and that a stiff connection is made of three pairs of faces; reach and
// lengths are near to the real robot's, all other data are ours.
//
// Shows  23 stiff connections with 9 equations each where 6 would do: 69 redundant equations; four levels of components (a Motor in a
//        Drive in a Segment in a Robot); gears as relations between coordinates; motors by laws of their own motion.
// Run    ./gelenk run examples/successive/Kuka.mo --output kuka.csv
// Look   segment[2].drive.gear.flange.phi, tool.palm.r_0[3], segment[2].drive.motor.tau, gelenk.drift.position
//
// All axes go out from the position in which the link arm stands upright and the arm points ahead (x); with --t-end 2 they come
// back. z is up.
// Lengths in m, masses in kg.
package Kuka "Robot of six axes"
  import SI = Modelica.Units.SI;
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};

  constant Boolean mated = true "true: stiff connections by pairs of faces; false: parts in one piece";

  model Stiff "Two parts with three pairs of faces against each other"
    Interfaces.Frame_a frame_a;
    Interfaces.Frame_b frame_b;
    Gelenk.Joints.PlaneToPlane x(n_a = {1, 0, 0}) if mated;
    Gelenk.Joints.PlaneToPlane y(n_a = {0, 1, 0}) if mated;
    Gelenk.Joints.PlaneToPlane z(n_a = {0, 0, 1}) if mated;
    Parts.FixedTranslation whole(r = {0, 0, 0}) if not mated;
  equation
    connect(frame_a, x.frame_a);
    connect(frame_a, y.frame_a);
    connect(frame_a, z.frame_a);
    connect(x.frame_b, frame_b);
    connect(y.frame_b, frame_b);
    connect(z.frame_b, frame_b);
    connect(frame_a, whole.frame_a);
    connect(whole.frame_b, frame_b);
  end Stiff;

  model Motor "Stator and rotor, with a controller that follows a law of time"
    Interfaces.Frame_a housing "On the stator; z is the axis";
    Interfaces.Frame_b shaft "On the rotor";
    parameter Real size "Masses go with it";
    parameter SI.Angle travel "Of the rotor, out and back";
    parameter SI.Time period "Of the travel";
    parameter SI.RotationalSpringConstant k "Torque over angle that is missing";
    parameter SI.RotationalDampingConstant d "Torque over speed that is missing";
    Parts.Body stator(m = 6*size, r_CM = {0, 0, -0.08}, I_11 = 0.03*size, I_22 = 0.03*size, I_33 = 0.015*size);
    Parts.Body rotor(m = size, r_CM = {0, 0, -0.05}, I_11 = 2e-3*size, I_22 = 2e-3*size, I_33 = 2e-3*size);
    Joints.Revolute bearing(n = {0, 0, 1}, phi(fixed = true), w(fixed = true));
    Gelenk.Forces.Torque drive(torque = {0, 0, tau});
    Real rate = 2*Modelica.Constants.pi/period;
    SI.Torque tau = k*(travel*(1 - cos(rate*time))/2 - bearing.phi) + d*(travel*rate*sin(rate*time)/2 - bearing.w);
  equation
    connect(stator.frame_a, housing);
    connect(rotor.frame_a, shaft);
    connect(stator.frame_a, bearing.frame_a);
    connect(bearing.frame_b, rotor.frame_a);
    connect(stator.frame_a, drive.frame_a);
    connect(rotor.frame_a, drive.frame_b);
  end Motor;

  model Gear "Cyclo-drive: a fast shaft and a slow flange on one axis"
    Interfaces.Frame_a housing "z is the axis";
    Interfaces.Frame_a shaft "Fast side";
    Interfaces.Frame_b output_ "Slow side";
    parameter Real size "Masses go with it";
    parameter Real ratio "Speed of the shaft over that of the flange";
    Parts.Body housingBody(m = 5*size, r_CM = {0, 0, 0}, I_11 = 0.02*size, I_22 = 0.02*size, I_33 = 0.03*size);
    Parts.Body shaftBody(m = 0.5*size, r_CM = {0, 0, 0}, I_11 = 4e-4*size, I_22 = 4e-4*size, I_33 = 2e-4*size);
    Parts.Body flangeBody(m = 3*size, r_CM = {0, 0, 0.03}, I_11 = 0.008*size, I_22 = 0.008*size, I_33 = 0.015*size);
    Joints.Revolute bearing(n = {0, 0, 1});
    Joints.Revolute flange(n = {0, 0, 1});
    Gelenk.Constraints.LinearRelation teeth(coordinates = {"bearing.phi", "flange.phi"}, factors = {1, -ratio});
  equation
    connect(housingBody.frame_a, housing);
    connect(shaftBody.frame_a, shaft);
    connect(flangeBody.frame_a, output_);
    connect(housingBody.frame_a, bearing.frame_a);
    connect(bearing.frame_b, shaftBody.frame_a);
    connect(housingBody.frame_a, flange.frame_a);
    connect(flange.frame_b, flangeBody.frame_a);
  end Gear;

  model Drive "Motor on a gear; a key takes the rotor's torque to the shaft"
    Interfaces.Frame_a housing "Of the gear";
    Interfaces.Frame_b output_ "Flange of the gear";
    parameter Real size, ratio;
    parameter SI.Angle travel "Of the flange";
    parameter SI.Time period;
    Motor motor(size = size, travel = ratio*travel, period = period, k = 4*size, d = 0.13*size);
    Gear gear(size = size, ratio = ratio);
    Parts.FixedTranslation face(r = {0, 0, -0.06}), keyPoint(r = {0.012, 0, 0.05});
    Stiff motorOnGear;
    Gelenk.Joints.PointToPlane key(n = {0, 1, 0});
  equation
    connect(gear.housing, housing);
    connect(gear.output_, output_);
    connect(gear.housing, face.frame_a);
    connect(face.frame_b, motorOnGear.frame_a);
    connect(motorOnGear.frame_b, motor.housing);
    connect(gear.shaft, key.frame_a);
    connect(motor.shaft, keyPoint.frame_a);
    connect(keyPoint.frame_b, key.frame_b);
  end Drive;

  model Segment "A casting with the drive of the next axis, and perhaps something fastened to it"
    Interfaces.Frame_a foot "Of the casting";
    Interfaces.Frame_b next "On the flange of the drive; axes as those of the foot, at rest";
    parameter SI.Mass m;
    parameter SI.Position r[3] "From the foot to the next axis";
    parameter SI.Inertia I[3] "Of the casting";
    parameter Real n[3] = {0, 0, 1}, angle = 0 "Turn that takes z to the next axis";
    parameter Boolean loaded = false "Something is fastened to the casting";
    parameter SI.Mass m_load = 1 "Its mass";
    parameter SI.Position r_load[3] = {0, 0, 0} "Where";
    parameter Real size, ratio;
    parameter SI.Angle travel;
    parameter SI.Time period;
    Parts.Body casting(m = m, r_CM = r/2, I_11 = I[1], I_22 = I[2], I_33 = I[3]);
    Parts.FixedRotation mount(r = r, n = n, angle = angle), back(n = n, angle = -angle);
    Drive drive(size = size, ratio = ratio, travel = travel, period = period);
    Stiff driveOnCasting;
    Parts.FixedTranslation place(r = r_load) if loaded;
    Stiff loadOnCasting if loaded;
    Parts.Body load(m = m_load, r_CM = {0, 0, 0}, I_11 = 0.02*m_load, I_22 = 0.02*m_load, I_33 = 0.02*m_load) if loaded;
  equation
    connect(casting.frame_a, foot);
    connect(casting.frame_a, mount.frame_a);
    connect(mount.frame_b, driveOnCasting.frame_a);
    connect(driveOnCasting.frame_b, drive.housing);
    connect(drive.output_, back.frame_a);
    connect(back.frame_b, next);
    connect(casting.frame_a, place.frame_a);
    connect(place.frame_b, loadOnCasting.frame_a);
    connect(loadOnCasting.frame_b, load.frame_a);
  end Segment;

  model Tool "Flange and gripper, holding 15 kg"
    Interfaces.Frame_a foot "Of the flange";
    Parts.BodyShape flange(m = 1, r = {0.02, 0, 0}, r_CM = {0.01, 0, 0}, I_11 = 1e-3, I_22 = 6e-4, I_33 = 6e-4);
    Parts.Body palm(m = 15, r_CM = {0.1, 0, 0.03}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);
    Stiff palmOnFlange;
    Joints.Prismatic slide[2](each n = {0, 1, 0}, s(start = {0.03, -0.03}, each fixed = true), each v(fixed = true));
    Parts.Body finger[2](each m = 0.3, each r_CM = {0.15, 0, 0}, each I_11 = 1e-4, each I_22 = 5e-4, each I_33 = 5e-4);
    SI.Position opening = 0.03 + 0.01*sin(3*time);
    Gelenk.Forces.Force grip[2](
      force = {{0, 500*(opening - slide[1].s) - 15*slide[1].v, 0}, {0, 500*(-opening - slide[2].s) - 15*slide[2].v, 0}});
  equation
    connect(flange.frame_a, foot);
    connect(flange.frame_b, palmOnFlange.frame_a);
    connect(palmOnFlange.frame_b, palm.frame_a);
    for i in 1:2 loop
      connect(palm.frame_a, slide[i].frame_a);
      connect(slide[i].frame_b, finger[i].frame_a);
      connect(palm.frame_a, grip[i].frame_a);
      connect(finger[i].frame_a, grip[i].frame_b);
    end for;
  end Tool;

  model Robot "All axes go out"
    inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});
    // Foot, carousel, link arm, arm, tube of the wrist, hand.
    Segment segment[6](
      m = {60, 45, 25, 30, 8, 4},
      r = {{0, 0, 0.45}, {0.3, 0, 0.225}, {0, 0, 0.65}, {0.2, 0, 0.155}, {0.4, 0, 0}, {0.06, 0, 0}},
      I = {{3, 3, 2}, {2, 2, 2}, {1.2, 1.2, 0.2}, {0.4, 1.2, 1.2}, {0.02, 0.12, 0.12}, {0.008, 0.01, 0.01}},
      n = {{0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}},
      angle = {0, -90, -90, 90, -90, 90},
      loaded = {true, true, false, true, false, false},
      m_load = {5, 10, 1, 3, 1, 1},
      r_load = {{-0.3, 0, 0.1}, {-0.25, 0, 0.2}, {0, 0, 0}, {-0.2, 0, 0.155}, {0, 0, 0}, {0, 0, 0}},
      size = {1.5, 1.5, 1, 0.4, 0.3, 0.3},
      ratio = {100, 100, 100, 60, 60, 50},
      travel = {1.5, 0.6, -0.8, 2, -1.2, 3},
      each period = 2);
    Tool tool;
    Stiff onGround, onAxis[6] "Each segment, and the tool, on the flange before it";
  equation
    connect(world.frame_b, onGround.frame_a);
    connect(onGround.frame_b, segment[1].foot);
    connect(segment.next, onAxis.frame_a);
    for i in 2:6 loop
      connect(onAxis[i - 1].frame_b, segment[i].foot);
    end for;
    connect(onAxis[6].frame_b, tool.foot);
    annotation(experiment(StopTime = 1, Interval = 0.02));
  end Robot;
end Kuka;
