within Modelica.Math;
package Distributions "How numbers that look random are spread"
  package Uniform "The same everywhere between two limits"
    function density "Density"
      input Real u "Number";
      input Real u_min = 0 "Lower limit";
      input Real u_max = 1 "Upper limit";
      output Real y "Density";
    algorithm
      y := if u_min <= u and u <= u_max then 1/(u_max - u_min) else 0;
    end density;
    function cumulative "Share of what is less"
      input Real u "Number";
      input Real u_min = 0 "Lower limit";
      input Real u_max = 1 "Upper limit";
      output Real y "Share";
    algorithm
      y := if u < u_min then 0 elseif u > u_max then 1 else (u - u_min)/(u_max - u_min);
    end cumulative;
    function quantile "Number by the share of what is less"
      input Real u(min = 0, max = 1) "Share";
      input Real y_min = 0 "Lower limit";
      input Real y_max = 1 "Upper limit";
      output Real y "Number";
    algorithm
      y := y_min + u*(y_max - y_min);
    end quantile;
  end Uniform;
  package Normal "By Gauss"
    function density "Density"
      input Real u "Number";
      input Real mu = 0 "Mean";
      input Real sigma = 1 "Standard deviation";
      output Real y "Density";
    algorithm
      y := Modelica.Math.exp(-((u - mu)/sigma)^2/2)/(sigma*sqrt(2*Modelica.Constants.pi));
    end density;
    function cumulative "Share of what is less"
      input Real u "Number";
      input Real mu = 0 "Mean";
      input Real sigma = 1 "Standard deviation";
      output Real y "Share";
    algorithm
      y := Special.erfc((mu - u)/(sqrt(2)*sigma))/2;
    end cumulative;
    function quantile "Number by the share of what is less"
      input Real u(min = 0, max = 1) "Share";
      input Real mu = 0 "Mean";
      input Real sigma = 1 "Standard deviation";
      output Real y "Number";
    algorithm
      y := mu + sqrt(2)*sigma*Special.erfInv(2*u - 1);
    end quantile;
  end Normal;
  package TruncatedNormal "By Gauss, between two limits"
    function density "Density"
      input Real u "Number";
      input Real u_min = 0 "Lower limit";
      input Real u_max = 1 "Upper limit";
      input Real mu = (u_max + u_min)/2 "Mean without limits";
      input Real sigma = (u_max - u_min)/6 "Standard deviation without limits";
      output Real y "Density";
    algorithm
      y := if u_min <= u and u <= u_max then Normal.density(u, mu, sigma)/
        (Normal.cumulative(u_max, mu, sigma) - Normal.cumulative(u_min, mu, sigma)) else 0;
    end density;
    function cumulative "Share of what is less"
      input Real u "Number";
      input Real u_min = 0 "Lower limit";
      input Real u_max = 1 "Upper limit";
      input Real mu = (u_max + u_min)/2 "Mean without limits";
      input Real sigma = (u_max - u_min)/6 "Standard deviation without limits";
      output Real y "Share";
    protected
      Real low = Normal.cumulative(u_min, mu, sigma);
      Real high = Normal.cumulative(u_max, mu, sigma);
    algorithm
      y := if u < u_min then 0 elseif u > u_max then 1 else
        (Normal.cumulative(u, mu, sigma) - low)/(high - low);
    end cumulative;
    function quantile "Number by the share of what is less"
      input Real u(min = 0, max = 1) "Share";
      input Real y_min = 0 "Lower limit";
      input Real y_max = 1 "Upper limit";
      input Real mu = (y_max + y_min)/2 "Mean without limits";
      input Real sigma = (y_max - y_min)/6 "Standard deviation without limits";
      output Real y "Number";
    protected
      Real low = Normal.cumulative(y_min, mu, sigma);
      Real high = Normal.cumulative(y_max, mu, sigma);
    algorithm
      y := max(y_min, min(y_max, Normal.quantile(low + u*(high - low), mu, sigma)));
    end quantile;
  end TruncatedNormal;
  package Weibull "By Weibull"
    function density "Density"
      input Real u "Number";
      input Real lambda(min = 0) = 1 "Scale";
      input Real k(min = 0) "Shape";
      output Real y "Density";
    algorithm
      y := if u >= 0 then k/lambda*(u/lambda)^(k - 1)*Modelica.Math.exp(-(u/lambda)^k) else 0;
    end density;
    function cumulative "Share of what is less"
      input Real u "Number";
      input Real lambda(min = 0) = 1 "Scale";
      input Real k(min = 0) "Shape";
      output Real y "Share";
    algorithm
      y := if u >= 0 then 1 - Modelica.Math.exp(-(u/lambda)^k) else 0;
    end cumulative;
    function quantile "Number by the share of what is less"
      input Real u(min = 0, max = 1) "Share";
      input Real lambda(min = 0) = 1 "Scale";
      input Real k(min = 0) "Shape";
      output Real y "Number";
    algorithm
      y := lambda*(-Modelica.Math.log(1 - u))^(1/k);
    end quantile;
  end Weibull;
end Distributions;
