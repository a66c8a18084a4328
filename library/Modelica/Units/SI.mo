within Modelica.Units;
package SI "Types with SI units"
  // geometry and motion
  type Angle = Real(final quantity = "Angle", final unit = "rad", displayUnit = "deg");
  type SolidAngle = Real(final quantity = "SolidAngle", final unit = "sr");
  type Length = Real(final quantity = "Length", final unit = "m");
  type PathLength = Real(final quantity = "PathLength", final unit = "m");
  type Position = Real(final quantity = "Position", final unit = "m");
  type Distance = Real(final quantity = "Distance", final unit = "m", min = 0);
  type Breadth = Real(final quantity = "Breadth", final unit = "m", min = 0);
  type Height = Real(final quantity = "Height", final unit = "m", min = 0);
  type Thickness = Real(final quantity = "Thickness", final unit = "m", min = 0);
  type Radius = Real(final quantity = "Radius", final unit = "m", min = 0);
  type Diameter = Real(final quantity = "Diameter", final unit = "m", min = 0);
  type Area = Real(final quantity = "Area", final unit = "m2");
  type Volume = Real(final quantity = "Volume", final unit = "m3");
  type Time = Real(final quantity = "Time", final unit = "s");
  type Duration = Real(final quantity = "Duration", final unit = "s");
  type AngularVelocity = Real(final quantity = "AngularVelocity", final unit = "rad/s");
  type AngularAcceleration = Real(final quantity = "AngularAcceleration", final unit = "rad/s2");
  type AngularJerk = Real(final quantity = "AngularJerk", final unit = "rad/s3");
  type Velocity = Real(final quantity = "Velocity", final unit = "m/s");
  type Acceleration = Real(final quantity = "Acceleration", final unit = "m/s2");
  type Jerk = Real(final quantity = "Jerk", final unit = "m/s3");
  type Curvature = Real(final quantity = "Curvature", final unit = "1/m");
  type Period = Real(final quantity = "Period", final unit = "s");
  type Frequency = Real(final quantity = "Frequency", final unit = "Hz");
  type AngularFrequency = Real(final quantity = "AngularFrequency", final unit = "rad/s");
  type Wavelength = Real(final quantity = "Wavelength", final unit = "m");
  type WaveNumber = Real(final quantity = "WaveNumber", final unit = "1/m");
  type DampingCoefficient = Real(final quantity = "DampingCoefficient", final unit = "1/s");
  type LogarithmicDecrement = Real(final quantity = "LogarithmicDecrement", final unit = "1");
  // mechanics
  type Mass = Real(final quantity = "Mass", final unit = "kg", min = 0);
  type Density = Real(final quantity = "Density", final unit = "kg/m3", min = 0);
  type RelativeDensity = Real(final quantity = "RelativeDensity", final unit = "1", min = 0);
  type SpecificVolume = Real(final quantity = "SpecificVolume", final unit = "m3/kg", min = 0);
  type LinearDensity = Real(final quantity = "LinearDensity", final unit = "kg/m");
  type SurfaceDensity = Real(final quantity = "SurfaceDensity", final unit = "kg/m2");
  type Momentum = Real(final quantity = "Momentum", final unit = "kg.m/s");
  type Impulse = Real(final quantity = "Impulse", final unit = "N.s");
  type AngularMomentum = Real(final quantity = "AngularMomentum", final unit = "kg.m2/s");
  type AngularImpulse = Real(final quantity = "AngularImpulse", final unit = "N.m.s");
  type MomentOfInertia = Real(final quantity = "MomentOfInertia", final unit = "kg.m2");
  type Inertia = Real(final quantity = "Inertia", final unit = "kg.m2");
  type Force = Real(final quantity = "Force", final unit = "N");
  type Weight = Real(final quantity = "Weight", final unit = "N");
  type TranslationalSpringConstant = Real(final quantity = "TranslationalSpringConstant",
    final unit = "N/m");
  type TranslationalDampingConstant = Real(final quantity = "TranslationalDampingConstant",
    final unit = "N.s/m");
  type Torque = Real(final quantity = "Torque", final unit = "N.m");
  type MomentOfForce = Real(final quantity = "MomentOfForce", final unit = "N.m");
  type RotationalSpringConstant = Real(final quantity = "RotationalSpringConstant",
    final unit = "N.m/rad");
  type RotationalDampingConstant = Real(final quantity = "RotationalDampingConstant",
    final unit = "N.m.s/rad");
  type ElectricalTorqueConstant = Real(final quantity = "ElectricalTorqueConstant",
    final unit = "N.m/A");
  type ElectricalForceConstant = Real(final quantity = "ElectricalForceConstant",
    final unit = "N/A");
  type Pressure = Real(final quantity = "Pressure", final unit = "Pa");
  type AbsolutePressure = Real(final quantity = "AbsolutePressure", final unit = "Pa", min = 0);
  type PressureDifference = Real(final quantity = "PressureDifference", final unit = "Pa");
  type BulkModulus = Real(final quantity = "BulkModulus", final unit = "Pa");
  type NormalStress = Real(final quantity = "NormalStress", final unit = "Pa");
  type ShearStress = Real(final quantity = "ShearStress", final unit = "Pa");
  type Stress = Real(final quantity = "Stress", final unit = "Pa");
  type Strain = Real(final quantity = "Strain", final unit = "1");
  type LinearStrain = Real(final quantity = "LinearStrain", final unit = "1");
  type ShearStrain = Real(final quantity = "ShearStrain", final unit = "1");
  type VolumeStrain = Real(final quantity = "VolumeStrain", final unit = "1");
  type PoissonNumber = Real(final quantity = "PoissonNumber", final unit = "1");
  type ModulusOfElasticity = Real(final quantity = "ModulusOfElasticity", final unit = "Pa");
  type ShearModulus = Real(final quantity = "ShearModulus", final unit = "Pa");
  type Compressibility = Real(final quantity = "Compressibility", final unit = "1/Pa");
  type SecondMomentOfArea = Real(final quantity = "SecondMomentOfArea", final unit = "m4");
  type SecondPolarMomentOfArea = Real(final quantity = "SecondPolarMomentOfArea",
    final unit = "m4");
  type SectionModulus = Real(final quantity = "SectionModulus", final unit = "m3");
  type CoefficientOfFriction = Real(final quantity = "CoefficientOfFriction", final unit = "1");
  type DynamicViscosity = Real(final quantity = "DynamicViscosity", final unit = "Pa.s", min = 0);
  type KinematicViscosity = Real(final quantity = "KinematicViscosity",
    final unit = "m2/s", min = 0);
  type SurfaceTension = Real(final quantity = "SurfaceTension", final unit = "N/m");
  type Work = Real(final quantity = "Work", final unit = "J");
  type Energy = Real(final quantity = "Energy", final unit = "J");
  type EnergyDensity = Real(final quantity = "EnergyDensity", final unit = "J/m3");
  type PotentialEnergy = Real(final quantity = "PotentialEnergy", final unit = "J");
  type KineticEnergy = Real(final quantity = "KineticEnergy", final unit = "J");
  type Power = Real(final quantity = "Power", final unit = "W");
  type EnergyFlowRate = Real(final quantity = "EnergyFlowRate", final unit = "W");
  type Efficiency = Real(final quantity = "Efficiency", final unit = "1", min = 0);
  type MassFlowRate = Real(final quantity = "MassFlowRate", final unit = "kg/s");
  type VolumeFlowRate = Real(final quantity = "VolumeFlowRate", final unit = "m3/s");
  type MomentumFlux = Real(final quantity = "MomentumFlux", final unit = "N");
  // general numbers
  type DimensionlessRatio = Real(final quantity = "DimensionlessRatio", final unit = "1");
  type PerUnit = Real(final quantity = "PerUnit", final unit = "1");
  // electricity and magnetism
  type ElectricCurrent = Real(final quantity = "ElectricCurrent", final unit = "A");
  type Current = Real(final quantity = "Current", final unit = "A");
  type ElectricCharge = Real(final quantity = "ElectricCharge", final unit = "C");
  type Charge = Real(final quantity = "Charge", final unit = "C");
  type VolumeDensityOfCharge = Real(final quantity = "VolumeDensityOfCharge", final unit = "C/m3");
  type SurfaceDensityOfCharge = Real(final quantity = "SurfaceDensityOfCharge",
    final unit = "C/m2");
  type ElectricFieldStrength = Real(final quantity = "ElectricFieldStrength", final unit = "V/m");
  type ElectricPotential = Real(final quantity = "ElectricPotential", final unit = "V");
  type Voltage = Real(final quantity = "Voltage", final unit = "V");
  type PotentialDifference = Real(final quantity = "PotentialDifference", final unit = "V");
  type ElectromotiveForce = Real(final quantity = "ElectromotiveForce", final unit = "V");
  type Transconductance = Real(final quantity = "Transconductance", final unit = "A/V2");
  type InversePotential = Real(final quantity = "InversePotential", final unit = "1/V");
  type VoltageSlope = Real(final quantity = "VoltageSlope", final unit = "V/s");
  type CurrentSlope = Real(final quantity = "CurrentSlope", final unit = "A/s");
  type ElectricFluxDensity = Real(final quantity = "ElectricFluxDensity", final unit = "C/m2");
  type ElectricFlux = Real(final quantity = "ElectricFlux", final unit = "C");
  type Capacitance = Real(final quantity = "Capacitance", final unit = "F", min = 0);
  type CapacitancePerArea = Real(final quantity = "CapacitancePerArea", final unit = "F/m2");
  type Permittivity = Real(final quantity = "Permittivity", final unit = "F/m");
  type CurrentDensity = Real(final quantity = "CurrentDensity", final unit = "A/m2");
  type LinearCurrentDensity = Real(final quantity = "LinearCurrentDensity", final unit = "A/m");
  type MagneticFieldStrength = Real(final quantity = "MagneticFieldStrength", final unit = "A/m");
  type MagneticPotentialDifference = Real(final quantity = "MagneticPotentialDifference",
    final unit = "A");
  type MagnetomotiveForce = Real(final quantity = "MagnetomotiveForce", final unit = "A");
  type CurrentLinkage = Real(final quantity = "CurrentLinkage", final unit = "A");
  type MagneticFluxDensity = Real(final quantity = "MagneticFluxDensity", final unit = "T");
  type MagneticFlux = Real(final quantity = "MagneticFlux", final unit = "Wb");
  type MagneticVectorPotential = Real(final quantity = "MagneticVectorPotential",
    final unit = "Wb/m");
  type Inductance = Real(final quantity = "Inductance", final unit = "H");
  type SelfInductance = Real(final quantity = "SelfInductance", final unit = "H", min = 0);
  type MutualInductance = Real(final quantity = "MutualInductance", final unit = "H");
  type Permeability = Real(final quantity = "Permeability", final unit = "H/m");
  type RelativePermeability = Real(final quantity = "RelativePermeability", final unit = "1");
  type MagneticMoment = Real(final quantity = "MagneticMoment", final unit = "A.m2");
  type Magnetization = Real(final quantity = "Magnetization", final unit = "A/m");
  type Reluctance = Real(final quantity = "Reluctance", final unit = "H-1");
  type Permeance = Real(final quantity = "Permeance", final unit = "H");
  type Resistance = Real(final quantity = "Resistance", final unit = "Ohm");
  type Conductance = Real(final quantity = "Conductance", final unit = "S");
  type Resistivity = Real(final quantity = "Resistivity", final unit = "Ohm.m");
  type Conductivity = Real(final quantity = "Conductivity", final unit = "S/m");
  type Impedance = Real(final quantity = "Impedance", final unit = "Ohm");
  type Reactance = Real(final quantity = "Reactance", final unit = "Ohm");
  type Admittance = Real(final quantity = "Admittance", final unit = "S");
  type Susceptance = Real(final quantity = "Susceptance", final unit = "S");
  type ApparentPower = Real(final quantity = "ApparentPower", final unit = "VA");
  type ReactivePower = Real(final quantity = "ReactivePower", final unit = "var");
  type ActivePower = Real(final quantity = "ActivePower", final unit = "W");
  type PhaseDifference = Real(final quantity = "PhaseDifference", final unit = "rad");
  // heat
  type ThermodynamicTemperature = Real(final quantity = "ThermodynamicTemperature",
    final unit = "K", min = 0);
  type Temperature = Real(final quantity = "Temperature", final unit = "K", min = 0);
  type TemperatureDifference = Real(final quantity = "TemperatureDifference", final unit = "K");
  type TemperatureSlope = Real(final quantity = "TemperatureSlope", final unit = "K/s");
  type LinearExpansionCoefficient = Real(final quantity = "LinearExpansionCoefficient",
    final unit = "1/K");
  type CubicExpansionCoefficient = Real(final quantity = "CubicExpansionCoefficient",
    final unit = "1/K");
  type LinearTemperatureCoefficient = Real(final quantity = "LinearTemperatureCoefficient",
    final unit = "1/K");
  type Heat = Real(final quantity = "Heat", final unit = "J");
  type HeatFlowRate = Real(final quantity = "HeatFlowRate", final unit = "W");
  type HeatFlux = Real(final quantity = "HeatFlux", final unit = "W/m2");
  type DensityOfHeatFlowRate = Real(final quantity = "DensityOfHeatFlowRate", final unit = "W/m2");
  type ThermalConductivity = Real(final quantity = "ThermalConductivity", final unit = "W/(m.K)");
  type CoefficientOfHeatTransfer = Real(final quantity = "CoefficientOfHeatTransfer",
    final unit = "W/(m2.K)");
  type SurfaceCoefficientOfHeatTransfer = Real(final quantity = "SurfaceCoefficientOfHeatTransfer",
    final unit = "W/(m2.K)");
  type ThermalInsulance = Real(final quantity = "ThermalInsulance", final unit = "m2.K/W");
  type ThermalResistance = Real(final quantity = "ThermalResistance", final unit = "K/W");
  type ThermalConductance = Real(final quantity = "ThermalConductance", final unit = "W/K");
  type ThermalDiffusivity = Real(final quantity = "ThermalDiffusivity", final unit = "m2/s");
  type HeatCapacity = Real(final quantity = "HeatCapacity", final unit = "J/K");
  type SpecificHeatCapacity = Real(final quantity = "SpecificHeatCapacity",
    final unit = "J/(kg.K)");
  type SpecificHeatCapacityAtConstantPressure = SpecificHeatCapacity;
  type SpecificHeatCapacityAtConstantVolume = SpecificHeatCapacity;
  type RatioOfSpecificHeatCapacities = Real(final quantity = "RatioOfSpecificHeatCapacities",
    final unit = "1");
  type Entropy = Real(final quantity = "Entropy", final unit = "J/K");
  type SpecificEntropy = Real(final quantity = "SpecificEntropy", final unit = "J/(kg.K)");
  type InternalEnergy = Real(final quantity = "InternalEnergy", final unit = "J");
  type Enthalpy = Real(final quantity = "Enthalpy", final unit = "J");
  type EnthalpyFlowRate = Real(final quantity = "EnthalpyFlowRate", final unit = "W");
  type SpecificEnergy = Real(final quantity = "SpecificEnergy", final unit = "J/kg");
  type SpecificInternalEnergy = Real(final quantity = "SpecificInternalEnergy",
    final unit = "J/kg");
  type SpecificEnthalpy = Real(final quantity = "SpecificEnthalpy", final unit = "J/kg");
  // light, sound, matter
  type LuminousIntensity = Real(final quantity = "LuminousIntensity", final unit = "cd");
  type LuminousFlux = Real(final quantity = "LuminousFlux", final unit = "lm");
  type Illuminance = Real(final quantity = "Illuminance", final unit = "lx");
  type RadiantPower = Real(final quantity = "RadiantPower", final unit = "W");
  type Emissivity = Real(final quantity = "Emissivity", final unit = "1");
  type SoundPressure = Real(final quantity = "SoundPressure", final unit = "Pa");
  type VelocityOfSound = Real(final quantity = "VelocityOfSound", final unit = "m/s");
  type SoundPower = Real(final quantity = "SoundPower", final unit = "W");
  type AmountOfSubstance = Real(final quantity = "AmountOfSubstance", final unit = "mol", min = 0);
  type MolarMass = Real(final quantity = "MolarMass", final unit = "kg/mol", min = 0);
  type MolarVolume = Real(final quantity = "MolarVolume", final unit = "m3/mol", min = 0);
  type Concentration = Real(final quantity = "Concentration", final unit = "mol/m3");
  type MassFraction = Real(final quantity = "MassFraction", final unit = "1");
  type MoleFraction = Real(final quantity = "MoleFraction", final unit = "1");
  type MolarHeatCapacity = Real(final quantity = "MolarHeatCapacity", final unit = "J/(mol.K)");
  // dimensionless flow and motion numbers
  type ReynoldsNumber = Real(final quantity = "ReynoldsNumber", final unit = "1");
  type MachNumber = Real(final quantity = "MachNumber", final unit = "1");
  type NusseltNumber = Real(final quantity = "NusseltNumber", final unit = "1");
  type PrandtlNumber = Real(final quantity = "PrandtlNumber", final unit = "1");
  type FroudeNumber = Real(final quantity = "FroudeNumber", final unit = "1");
end SI;
