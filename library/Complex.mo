within;
operator record Complex "Complex number"
  Real re "Real part";
  Real im "Imaginary part";

  encapsulated operator 'constructor' "From one or two numbers"
    function fromReal "From real and imaginary part"
      import Complex;
      input Real re "Real part";
      input Real im = 0 "Imaginary part";
      output Complex result(re = re, im = im) "re + j im";
    algorithm
    end fromReal;
  end 'constructor';

  encapsulated operator function '0' "Zero"
    import Complex;
    output Complex result "0";
  algorithm
    result := Complex(0, 0);
  end '0';

  encapsulated operator function '+' "Sum"
    import Complex;
    input Complex a "Number";
    input Complex b "Number";
    output Complex c "a + b";
  algorithm
    c := Complex(a.re + b.re, a.im + b.im);
  end '+';

  encapsulated operator '-' "Difference, and negative"
    function negate "Negative"
      import Complex;
      input Complex a "Number";
      output Complex c "-a";
    algorithm
      c := Complex(-a.re, -a.im);
    end negate;
    function subtract "Difference"
      import Complex;
      input Complex a "Number";
      input Complex b "Number";
      output Complex c "a - b";
    algorithm
      c := Complex(a.re - b.re, a.im - b.im);
    end subtract;
  end '-';

  encapsulated operator '*' "Product"
    function multiply "Product of two numbers"
      import Complex;
      input Complex a "Number";
      input Complex b "Number";
      output Complex c "a b";
    algorithm
      c := Complex(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end multiply;
    function scalarProduct "Product of two vectors, the first one conjugated"
      import Complex;
      input Complex a[:] "Vector";
      input Complex b[size(a, 1)] "Vector";
      output Complex c "Sum of conj(a[i]) b[i]";
    algorithm
      c := Complex(0, 0);
      for i in 1:size(a, 1) loop
        c := Complex(c.re + a[i].re*b[i].re + a[i].im*b[i].im, c.im + a[i].re*b[i].im - a[i].im*b[i].re);
      end for;
    end scalarProduct;
  end '*';

  encapsulated operator function '/' "Quotient"
    import Complex;
    input Complex a "Number";
    input Complex b "Number";
    output Complex c "a/b";
  protected
    Real square = b.re^2 + b.im^2 "Of the absolute value of b";
  algorithm
    c := Complex((a.re*b.re + a.im*b.im)/square, (a.im*b.re - a.re*b.im)/square);
  end '/';

  encapsulated operator '^' "Power"
    // exp(b log(a)); zero stays zero.
    function complexPower "Power with a complex exponent"
      import Complex;
      input Complex a "Number";
      input Complex b "Exponent";
      output Complex c "a^b";
    protected
      Real square = a.re^2 + a.im^2 "Of the absolute value of a";
      Real l = if square > 0 then log(square)/2 else 0 "Logarithm of that absolute value";
      Real angle = atan2(a.im, a.re) "Of a";
      Real length = if square > 0 then exp(l*b.re - angle*b.im) else 0 "Absolute value of the power";
    algorithm
      c := Complex(length*cos(angle*b.re + l*b.im), length*sin(angle*b.re + l*b.im));
    end complexPower;
  end '^';

  encapsulated operator function '==' "Equality of both parts"
    import Complex;
    input Complex a "Number";
    input Complex b "Number";
    output Boolean result "true: they are equal";
  algorithm
    result := a.re == b.re and a.im == b.im;
  end '==';

  encapsulated operator function '<>' "Difference in either part"
    import Complex;
    input Complex a "Number";
    input Complex b "Number";
    output Boolean result "true: they are not equal";
  algorithm
    result := a.re <> b.re or a.im <> b.im;
  end '<>';

  encapsulated operator function 'String' "Text"
    import Complex;
    input Complex a "Number";
    input String name = "j" "Letter of the imaginary unit";
    input Integer significantDigits = 6 "Digits of each part";
    output String text "As 1 + 2*j";
  algorithm
    text := String(a.re, significantDigits = significantDigits) + (if a.im < 0 then " - " else " + ") +
      String(abs(a.im), significantDigits = significantDigits) + "*" + name;
  end 'String';
end Complex;
