// A robot of five bars: two cranks with motors on ground, two rods that meet at the tip, in an upright plane.
//
// Shows  a loop with two freedoms, for questions without a run: which coordinates determine the others, what the tip can reach,
//        what the motors need.
// Run    ./gelenk kinematics examples/FiveBarRobot.mo --grid 'leftRod.frame_b.r_0[1]=lin(-0.3, 0.3, 61)'
//        ./gelenk inverse examples/FiveBarRobot.mo --motion 'leftRod.frame_b.r_0[1]=0.1*sin(2*pi*time)'
//          --motion 'leftRod.frame_b.r_0[2]=0.4+0.1*cos(2*pi*time)' --actuators 'leftMotor.phi, rightMotor.phi'
//        ./gelenk partition examples/FiveBarRobot.mo --reduced
// Look   what these print; as a run, the robot falls from where it stands
model FiveBarRobot "Two cranks, and two rods that meet at the tip"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  import SI = Modelica.Units.SI;

  parameter SI.Length halfWidth = 0.15 "Of the distance between the motors";
  parameter SI.Length crankLength = 0.25, rodLength = 0.4;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Parts.FixedTranslation leftBase(r = {-halfWidth, 0, 0}), rightBase(r = {halfWidth, 0, 0});
  Joints.Revolute leftMotor(phi(start = 2.2, fixed = true), w(fixed = true));
  Joints.Revolute rightMotor(phi(start = 0.9, fixed = true), w(fixed = true));
  Parts.BodyShape leftCrank(
    r = {crankLength, 0, 0}, r_CM = {crankLength/2, 0, 0}, m = 0.8, I_22 = 0.005, I_33 = 0.005);
  Parts.BodyShape rightCrank(
    r = {crankLength, 0, 0}, r_CM = {crankLength/2, 0, 0}, m = 0.8, I_22 = 0.005, I_33 = 0.005);
  Joints.Revolute leftElbow(phi(start = -1.5)), rightElbow(phi(start = 1.5));
  Parts.BodyShape leftRod(
    r = {rodLength, 0, 0}, r_CM = {rodLength/2, 0, 0}, m = 0.5, I_22 = 0.008, I_33 = 0.008);
  Parts.BodyShape rightRod(
    r = {rodLength, 0, 0}, r_CM = {rodLength/2, 0, 0}, m = 0.5, I_22 = 0.008, I_33 = 0.008);
  Joints.Revolute tip(phi(start = 1.7));
equation
  connect(world.frame_b, leftBase.frame_a);
  connect(leftBase.frame_b, leftMotor.frame_a);
  connect(leftMotor.frame_b, leftCrank.frame_a);
  connect(leftCrank.frame_b, leftElbow.frame_a);
  connect(leftElbow.frame_b, leftRod.frame_a);
  connect(world.frame_b, rightBase.frame_a);
  connect(rightBase.frame_b, rightMotor.frame_a);
  connect(rightMotor.frame_b, rightCrank.frame_a);
  connect(rightCrank.frame_b, rightElbow.frame_a);
  connect(rightElbow.frame_b, rightRod.frame_a);
  connect(leftRod.frame_b, tip.frame_a);
  connect(tip.frame_b, rightRod.frame_b);
  annotation(experiment(StopTime = 0.5, Interval = 0.005));
end FiveBarRobot;
