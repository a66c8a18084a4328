within Modelica.Blocks;
package Noise "Signals that look random"
  model GlobalSeed "What all blocks of noise have in common; one of it as inner"
    parameter Boolean enableNoise = true "false: there is no noise";
    parameter Boolean useAutomaticSeed = false "true: a seed by itself; here it is always the same";
    parameter Integer fixedSeed = 67867967 "Seed";
    final parameter Integer seed = if useAutomaticSeed then
      Modelica.Math.Random.Utilities.automaticGlobalSeed() else fixedSeed "The seed that counts";
  end GlobalSeed;
  block UniformNoise "The same everywhere between two limits"
    extends Interfaces.PartialNoise;
    parameter Real y_min(start = 0) "Lower limit";
    parameter Real y_max(start = 1) "Upper limit";
  initial equation
    r = Modelica.Math.Distributions.Uniform.quantile(r_raw, y_min, y_max);
  equation
    when generateNoise and sample(startTime, samplePeriod) then
      r = Modelica.Math.Distributions.Uniform.quantile(r_raw, y_min, y_max);
    end when;
  end UniformNoise;
  block NormalNoise "Spread by Gauss"
    extends Interfaces.PartialNoise;
    parameter Real mu = 0 "Mean";
    parameter Real sigma(start = 1) "Standard deviation";
  initial equation
    r = Modelica.Math.Distributions.Normal.quantile(r_raw, mu, sigma);
  equation
    when generateNoise and sample(startTime, samplePeriod) then
      r = Modelica.Math.Distributions.Normal.quantile(r_raw, mu, sigma);
    end when;
  end NormalNoise;
  block TruncatedNormalNoise "Spread by Gauss, between two limits"
    extends Interfaces.PartialNoise;
    parameter Real y_min(start = 0) "Lower limit";
    parameter Real y_max(start = 1) "Upper limit";
    parameter Real mu = (y_max + y_min)/2 "Mean without limits";
    parameter Real sigma = (y_max - y_min)/6 "Standard deviation without limits";
  initial equation
    r = Modelica.Math.Distributions.TruncatedNormal.quantile(r_raw, y_min, y_max, mu, sigma);
  equation
    when generateNoise and sample(startTime, samplePeriod) then
      r = Modelica.Math.Distributions.TruncatedNormal.quantile(r_raw, y_min, y_max, mu, sigma);
    end when;
  end TruncatedNormalNoise;
  block BandLimitedWhiteNoise "White noise up to half of the sample frequency"
    extends Interfaces.PartialNoise;
    parameter Real noisePower = 1 "Power of the noise";
  protected
    parameter Real sigma = sqrt(noisePower/samplePeriod);
  initial equation
    r = Modelica.Math.Distributions.Normal.quantile(r_raw, 0, sigma);
  equation
    when generateNoise and sample(startTime, samplePeriod) then
      r = Modelica.Math.Distributions.Normal.quantile(r_raw, 0, sigma);
    end when;
  end BandLimitedWhiteNoise;
end Noise;
