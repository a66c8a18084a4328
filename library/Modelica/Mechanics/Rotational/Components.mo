within Modelica.Mechanics.Rotational;
package Components "Gears by equations"
  model IdealPlanetary "Planetary gear without losses and masses"
    parameter Real ratio(start = 100/50) "Teeth of the ring over teeth of the sun";
    Interfaces.Flange_a sun "Sun";
    Interfaces.Flange_a carrier "Carrier of the planets";
    Interfaces.Flange_b ring "Ring";
  equation
    sun.phi + ratio*ring.phi = (1 + ratio)*carrier.phi;
    ring.tau = ratio*sun.tau;
    sun.tau + carrier.tau + ring.tau = 0;
  end IdealPlanetary;
end Components;
