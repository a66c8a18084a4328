within Modelica.Blocks;
package Icons "Frames around blocks; drawings only"
  partial block Block "Of Real signals"
  end Block;
  partial block DiscreteBlock "Of sampled signals"
  end DiscreteBlock;
  partial block IntegerBlock "Of Integer signals"
  end IntegerBlock;
  partial block BooleanBlock "Of Boolean signals"
  end BooleanBlock;
  partial block PartialBooleanBlock "Of Boolean and other signals"
  end PartialBooleanBlock;
end Icons;
