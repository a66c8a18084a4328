within Modelica;
package Constants "Numbers of mathematics, of the machine and of nature"
  final constant Real pi = 3.14159265358979323846 "Half the circumference of the unit circle";
  final constant Real e = 2.71828182845904523536 "Base of the natural logarithm";
  final constant Real D2R = pi/180 "Radians in one degree";
  final constant Real R2D = 180/pi "Degrees in one radian";
  final constant Real gamma = 0.57721566490153286061 "Euler's constant of the harmonic series";
  final constant Real eps = 2.220446049250313e-16 "Relative spacing of machine numbers at 1";
  final constant Real small = 1e-60 "Nearly zero, and still safe to divide by";
  final constant Real inf = 1e60 "Larger than any quantity of a model";
  final constant Integer Integer_inf = 2147483647 "Largest Integer that every tool has";
  final constant Units.SI.Velocity c = 299792458 "Light in vacuum";
  final constant Units.SI.Acceleration g_n = 9.80665 "Standard acceleration of free fall";
  final constant Real G(final unit = "m3/(kg.s2)") = 6.67430e-11 "Newton's constant of gravitation";
  final constant Units.SI.ElectricCharge q = 1.602176634e-19 "Charge of the proton";
  final constant Real F(final unit = "C/mol") = q*N_A "Charge of one mole of protons (Faraday)";
  final constant Real h(final unit = "J.s") = 6.62607015e-34 "Planck's quantum of action";
  final constant Real k(final unit = "J/K") = 1.380649e-23 "Boltzmann's constant";
  final constant Real R(final unit = "J/(mol.K)") = k*N_A "Gas constant of one mole";
  final constant Real sigma(final unit = "W/(m2.K4)") = 2*pi^5*k^4/(15*h^3*c^2)
    "Radiation of a black body (Stefan and Boltzmann)";
  final constant Real N_A(final unit = "1/mol") = 6.02214076e23 "Particles in one mole (Avogadro)";
  final constant Real mu_0(final unit = "N/A2") = 4*pi*1.00000000055e-7 "Permeability of vacuum";
  final constant Real epsilon_0(final unit = "F/m") = 1/(mu_0*c*c) "Permittivity of vacuum";
  final constant Real T_zero(final unit = "degC") = -273.15 "Absolute zero in degrees Celsius";
end Constants;
