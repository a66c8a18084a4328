within Modelica.Mechanics.MultiBody;
package Frames "Orientations: T takes components in frame 1 to those in frame 2, w is the angular velocity in frame 2"
  function axis "Unit vector along axis 1, 2 or 3"
    input Integer axis(min = 1, max = 3) "Number of the axis";
    output Real e[3] "Unit vector";
  algorithm
    e := {if i == axis then 1 else 0 for i in 1:3};
  end axis;
  function axisRotation "Rotation about axis 1, 2 or 3"
    input Integer axis(min = 1, max = 3) "Number of the axis";
    input SI.Angle angle "Angle";
    input SI.AngularVelocity der_angle "Its derivative";
    output Orientation R "Of the frame that is turned";
  algorithm
    R.T := TransformationMatrices.axisRotation(axis, angle);
    R.w := {if i == axis then der_angle else 0 for i in 1:3};
  end axisRotation;
  function axesRotations "Three rotations, each about an axis of the frame turned last"
    input Integer sequence[3] "Numbers of the axes";
    input SI.Angle angles[3] "Angles";
    input SI.AngularVelocity der_angles[3] "Their derivatives";
    output Orientation R "Of the frame that is turned";
  protected
    Real T2[3, 3] = TransformationMatrices.axisRotation(sequence[2], angles[2]);
    Real T3[3, 3] = TransformationMatrices.axisRotation(sequence[3], angles[3]);
  algorithm
    R.T := T3*T2*TransformationMatrices.axisRotation(sequence[1], angles[1]);
    R.w := {if i == sequence[3] then der_angles[3] else 0 for i in 1:3}
      + T3*({if i == sequence[2] then der_angles[2] else 0 for i in 1:3}
      + T2*{if i == sequence[1] then der_angles[1] else 0 for i in 1:3});
  end axesRotations;
  function axesRotationsAngles "Angles of three rotations that give an orientation"
    input Orientation R "What they give";
    input Integer sequence[3] = {1, 2, 3} "Numbers of the axes, no two neighbours equal";
    input SI.Angle guessAngle1 = 0 "Of the two triples, that with angles[1] nearer to this";
    output SI.Angle angles[3] "Angles";
  algorithm
    angles := TransformationMatrices.axesRotationsAngles(R.T, sequence, guessAngle1);
  end axesRotationsAngles;
  function from_nxy "Frame with x along n_x and y towards n_y, at rest"
    input Real n_x[3] "Direction of x";
    input Real n_y[3] "Where y points to; its part across n_x counts";
    output Orientation R "Of that frame";
  algorithm
    R.T := TransformationMatrices.from_nxy(n_x, n_y);
    R.w := zeros(3);
  end from_nxy;
  function from_nxz "Frame with x along n_x and z towards n_z, at rest"
    input Real n_x[3] "Direction of x";
    input Real n_z[3] "Where z points to; its part across n_x counts";
    output Orientation R "Of that frame";
  algorithm
    R.T := TransformationMatrices.from_nxz(n_x, n_z);
    R.w := zeros(3);
  end from_nxz;
  function from_T2 "Orientation from a matrix and its derivative"
    input Real T[3, 3] "Matrix";
    input Real der_T[3, 3] "Its derivative";
    output Orientation R "Orientation";
  algorithm
    R.T := T;
    R.w := -{der_T[3, :]*T[2, :], der_T[1, :]*T[3, :], der_T[2, :]*T[1, :]};
  end from_T2;
  function from_T_inv "Orientation from the inverse matrix and an angular velocity"
    input Real T_inv[3, 3] "Local components to world components";
    input SI.AngularVelocity w[3] "Angular velocity, in the frame";
    output Orientation R "Orientation";
  algorithm
    R.T := transpose(T_inv);
    R.w := w;
  end from_T_inv;
  function to_T_inv "Inverse matrix of an orientation"
    input Orientation R "Orientation";
    output Real T_inv[3, 3] "Local components to world components";
  algorithm
    T_inv := transpose(R.T);
  end to_T_inv;
  function from_Q "Orientation from Euler parameters and an angular velocity"
    input Real Q[4] "Axis times sine, and cosine, of half of the angle";
    input SI.AngularVelocity w[3] "Angular velocity, in the frame";
    output Orientation R "Orientation";
  algorithm
    R.T := Quaternions.to_T(Q);
    R.w := w;
  end from_Q;
  function to_Q "Euler parameters of an orientation"
    input Orientation R "Orientation";
    input Real Q_guess[4] = {0, 0, 0, 1} "Of Q and -Q, that nearer to this";
    output Real Q[4] "Axis times sine, and cosine, of half of the angle";
  algorithm
    Q := Quaternions.from_T(R.T, Q_guess);
  end to_Q;
  function to_vector "Elements of the matrix, row by row"
    input Orientation R "Orientation";
    output Real vec[9] "Elements";
  algorithm
    vec := {R.T[div(i - 1, 3) + 1, mod(i - 1, 3) + 1] for i in 1:9};
  end to_vector;
  function to_exy "Directions of x and y, as columns"
    input Orientation R "Orientation";
    output Real exy[3, 2] "In the world";
  algorithm
    exy := transpose(R.T[1:2, :]);
  end to_exy;
  function orientationConstraint "What is zero where the matrix is one of a rotation"
    input Orientation R "Orientation";
    output Real residue[6] "Lengths and products of the columns";
  algorithm
    residue := TransformationMatrices.orientationConstraint(R.T);
  end orientationConstraint;
  function resolveDyade1 "Tensor in the world, from its elements in the frame"
    input Orientation R "Orientation of the frame";
    input Real D2[3, 3] "In the frame";
    output Real D1[3, 3] "In the world";
  algorithm
    D1 := transpose(R.T)*D2*R.T;
  end resolveDyade1;
  function resolveDyade2 "Tensor in the frame, from its elements in the world"
    input Orientation R "Orientation of the frame";
    input Real D1[3, 3] "In the world";
    output Real D2[3, 3] "In the frame";
  algorithm
    D2 := R.T*D1*transpose(R.T);
  end resolveDyade2;

  package TransformationMatrices "The same with matrices alone"
    type Orientation = Real[3, 3] "Components in frame 1 to components in frame 2";
    type der_Orientation = Real[3, 3](each unit = "1/s") "Derivative of the matrix";
    function nullRotation "No rotation"
      output Real T[3, 3] "Matrix";
    algorithm
      T := identity(3);
    end nullRotation;
    function axisRotation "Rotation about axis 1, 2 or 3"
      input Integer axis(min = 1, max = 3) "Number of the axis";
      input SI.Angle angle "Angle";
      output Real T[3, 3] "Matrix";
    algorithm
      T := if axis == 1 then [1, 0, 0; 0, cos(angle), sin(angle); 0, -sin(angle), cos(angle)]
        elseif axis == 2 then [cos(angle), 0, -sin(angle); 0, 1, 0; sin(angle), 0, cos(angle)]
        else [cos(angle), sin(angle), 0; -sin(angle), cos(angle), 0; 0, 0, 1];
    end axisRotation;
    function planarRotation "Rotation about an axis e of length 1"
      input Real e[3] "Axis";
      input SI.Angle angle "Angle";
      output Real T[3, 3] "Matrix";
    algorithm
      T := cos(angle)*identity(3) - sin(angle)*skew(e) + (1 - cos(angle))*{{e[i]*e[j] for j in 1:3} for i in 1:3};
    end planarRotation;
    function planarRotationAngle "Angle about e by which a vector with components v1 before has components v2 after"
      input Real e[3] "Axis of length 1";
      input Real v1[3] "Before";
      input Real v2[3] "After";
      output SI.Angle angle "Angle";
    algorithm
      angle := atan2(-(cross(e, v1)*v2), v1*v2 - (e*v1)*(e*v2));
    end planarRotationAngle;
    function axesRotations "Three rotations, each about an axis of the frame turned last"
      input Integer sequence[3] = {1, 2, 3} "Numbers of the axes";
      input SI.Angle angles[3] = {0, 0, 0} "Angles";
      output Real T[3, 3] "Matrix";
    algorithm
      T := axisRotation(sequence[3], angles[3])*axisRotation(sequence[2], angles[2])
        *axisRotation(sequence[1], angles[1]);
    end axesRotations;
    function axesRotationsAngles "Angles of three rotations that give a matrix"
      input Real T[3, 3] "What they give";
      input Integer sequence[3] = {1, 2, 3} "Numbers of the axes, no two neighbours equal";
      input SI.Angle guessAngle1 = 0 "Of the two triples, that with angles[1] nearer to this";
      output SI.Angle angles[3] "Angles";
    protected
      Real e1[3] = {if i == sequence[1] then 1 else 0 for i in 1:3};
      Real e2[3] = {if i == sequence[2] then 1 else 0 for i in 1:3};
      Real e3[3] = {if i == sequence[3] then 1 else 0 for i in 1:3};
      Real u[3];
      Real v[3];
      Real x;
      Real y;
      SI.Angle one;
      SI.Angle other;
    algorithm
      assert(sequence[1] <> sequence[2] and sequence[2] <> sequence[3],
        "two rotations about one axis follow each other");
      // The last axis is turned by the first two rotations only: after the first one it is across the second axis.
      u := e3*T;
      x := cross(e1, e2)*u;
      y := -(e2*u);
      one := if x^2 + y^2 < 1e-24 then guessAngle1 else atan2(y, x);
      other := if one > 0 then one - Modelica.Constants.pi else one + Modelica.Constants.pi;
      angles[1] := if abs(one - guessAngle1) <= abs(other - guessAngle1) then one else other;
      v := axisRotation(sequence[1], angles[1])*u;
      angles[2] := atan2(e2*cross(e3, v), e3*v);
      v := axisRotation(sequence[2], angles[2])*(axisRotation(sequence[1], angles[1])*(e2*T));
      angles[3] := atan2(e3*cross(e2, v), e2*v);
    end axesRotationsAngles;
    function from_nxy "Frame with x along n_x and y towards n_y"
      input Real n_x[3] "Direction of x";
      input Real n_y[3] "Where y points to; its part across n_x counts";
      output Real T[3, 3] "Matrix";
    protected
      Real e_x[3] = n_x/sqrt(n_x*n_x);
      Real n_z[3];
      Real e_z[3];
    algorithm
      n_z := cross(e_x, n_y/sqrt(n_y*n_y));
      if n_z*n_z < 1e-6 then
        n_z := cross(e_x, if abs(e_x[1]) > 1e-6 then {0, 1, 0} else {1, 0, 0});
      end if;
      e_z := n_z/sqrt(n_z*n_z);
      T := {e_x, cross(e_z, e_x), e_z};
    end from_nxy;
    function from_nxz "Frame with x along n_x and z towards n_z"
      input Real n_x[3] "Direction of x";
      input Real n_z[3] "Where z points to; its part across n_x counts";
      output Real T[3, 3] "Matrix";
    protected
      Real e_x[3] = n_x/sqrt(n_x*n_x);
      Real n_y[3];
      Real e_y[3];
    algorithm
      n_y := cross(n_z/sqrt(n_z*n_z), e_x);
      if n_y*n_y < 1e-6 then
        n_y := cross(if abs(e_x[1]) > 1e-6 then {0, 0, 1} else {1, 0, 0}, e_x);
      end if;
      e_y := n_y/sqrt(n_y*n_y);
      T := {e_x, e_y, cross(e_x, e_y)};
    end from_nxz;
    function from_T "The same matrix"
      input Real T[3, 3] "Matrix";
      output Real R[3, 3] "Matrix";
    algorithm
      R := T;
    end from_T;
    function from_T_inv "Matrix from its inverse"
      input Real T_inv[3, 3] "Inverse";
      output Real R[3, 3] "Matrix";
    algorithm
      R := transpose(T_inv);
    end from_T_inv;
    function to_T "The same matrix"
      input Real R[3, 3] "Matrix";
      output Real T[3, 3] "Matrix";
    algorithm
      T := R;
    end to_T;
    function to_T_inv "Inverse of a matrix"
      input Real R[3, 3] "Matrix";
      output Real T_inv[3, 3] "Inverse";
    algorithm
      T_inv := transpose(R);
    end to_T_inv;
    function from_Q "Matrix from Euler parameters"
      input Real Q[4] "Euler parameters";
      output Real T[3, 3] "Matrix";
    algorithm
      T := Quaternions.to_T(Q);
    end from_Q;
    function to_Q "Euler parameters of a matrix"
      input Real T[3, 3] "Matrix";
      input Real Q_guess[4] = {0, 0, 0, 1} "Of Q and -Q, that nearer to this";
      output Real Q[4] "Euler parameters";
    algorithm
      Q := Quaternions.from_T(T, Q_guess);
    end to_Q;
    function to_vector "Elements, row by row"
      input Real T[3, 3] "Matrix";
      output Real vec[9] "Elements";
    algorithm
      vec := {T[div(i - 1, 3) + 1, mod(i - 1, 3) + 1] for i in 1:9};
    end to_vector;
    function to_exy "Directions of x and y, as columns"
      input Real T[3, 3] "Matrix";
      output Real exy[3, 2] "In frame 1";
    algorithm
      exy := transpose(T[1:2, :]);
    end to_exy;
    function resolve1 "Components in frame 1 of a vector given in frame 2"
      input Real T[3, 3] "Matrix";
      input Real v2[3] "In frame 2";
      output Real v1[3] "In frame 1";
    algorithm
      v1 := v2*T;
    end resolve1;
    function resolve2 "Components in frame 2 of a vector given in frame 1"
      input Real T[3, 3] "Matrix";
      input Real v1[3] "In frame 1";
      output Real v2[3] "In frame 2";
    algorithm
      v2 := T*v1;
    end resolve2;
    function multipleResolve1 "Components in frame 1 of several vectors, as columns"
      input Real T[3, 3] "Matrix";
      input Real v2[3, :] "In frame 2";
      output Real v1[3, size(v2, 2)] "In frame 1";
    algorithm
      v1 := transpose(T)*v2;
    end multipleResolve1;
    function multipleResolve2 "Components in frame 2 of several vectors, as columns"
      input Real T[3, 3] "Matrix";
      input Real v1[3, :] "In frame 1";
      output Real v2[3, size(v1, 2)] "In frame 2";
    algorithm
      v2 := T*v1;
    end multipleResolve2;
    function resolveDyade1 "Tensor in frame 1, from its elements in frame 2"
      input Real T[3, 3] "Matrix";
      input Real D2[3, 3] "In frame 2";
      output Real D1[3, 3] "In frame 1";
    algorithm
      D1 := transpose(T)*D2*T;
    end resolveDyade1;
    function resolveDyade2 "Tensor in frame 2, from its elements in frame 1"
      input Real T[3, 3] "Matrix";
      input Real D1[3, 3] "In frame 1";
      output Real D2[3, 3] "In frame 2";
    algorithm
      D2 := T*D1*transpose(T);
    end resolveDyade2;
    function inverseRotation "Matrix of frame 1 in frame 2"
      input Real T[3, 3] "Matrix";
      output Real T_inv[3, 3] "Its inverse";
    algorithm
      T_inv := transpose(T);
    end inverseRotation;
    function relativeRotation "Matrix from frame 1 to frame 2, both given in frame 0"
      input Real T1[3, 3] "Frame 1";
      input Real T2[3, 3] "Frame 2";
      output Real T_rel[3, 3] "From 1 to 2";
    algorithm
      T_rel := T2*transpose(T1);
    end relativeRotation;
    function absoluteRotation "Matrix of frame 2, given in frame 1"
      input Real T1[3, 3] "Frame 1";
      input Real T_rel[3, 3] "From 1 to 2";
      output Real T2[3, 3] "Frame 2";
    algorithm
      T2 := T_rel*T1;
    end absoluteRotation;
    function angularVelocity1 "Angular velocity in frame 1"
      input Real T[3, 3] "Matrix";
      input Real der_T[3, 3] "Its derivative";
      output SI.AngularVelocity w[3] "In frame 1";
    algorithm
      w := angularVelocity2(T, der_T)*T;
    end angularVelocity1;
    function angularVelocity2 "Angular velocity in frame 2"
      input Real T[3, 3] "Matrix";
      input Real der_T[3, 3] "Its derivative";
      output SI.AngularVelocity w[3] "In frame 2";
    algorithm
      w := -{der_T[3, :]*T[2, :], der_T[1, :]*T[3, :], der_T[2, :]*T[1, :]};
    end angularVelocity2;
    function smallRotation "Angles about x, y and z of a small rotation"
      input Real T[3, 3] "Matrix";
      output SI.Angle phi[3] "Angles";
    algorithm
      phi := {T[2, 3], T[3, 1], T[1, 2]};
    end smallRotation;
    function orientationConstraint "What is zero where the matrix is one of a rotation"
      input Real T[3, 3] "Matrix";
      output Real residue[6] "Lengths and products of the columns";
    algorithm
      residue := {T[:, 1]*T[:, 1] - 1, T[:, 2]*T[:, 2] - 1, T[:, 3]*T[:, 3] - 1,
        T[:, 1]*T[:, 2], T[:, 1]*T[:, 3], T[:, 2]*T[:, 3]};
    end orientationConstraint;
  end TransformationMatrices;

  // Q = {e sin(phi/2), cos(phi/2)}. With q = Q[1:3], s = Q[4]: T = 2 q qᵀ + (2 s² - 1) 1 - 2 s skew(q).
  package Quaternions "The same with Euler parameters: axis times sine, and cosine, of half of the angle"
    type Orientation = Real[4](each min = -1, each max = 1) "Euler parameters";
    type der_Orientation = Real[4](each unit = "1/s") "Derivative of Euler parameters";
    function nullRotation "No rotation"
      output Real Q[4] "Euler parameters";
    algorithm
      Q := {0, 0, 0, 1};
    end nullRotation;
    function planarRotation "Rotation about an axis e of length 1"
      input Real e[3] "Axis";
      input SI.Angle angle "Angle";
      output Real Q[4] "Euler parameters";
    algorithm
      Q := cat(1, e*sin(angle/2), {cos(angle/2)});
    end planarRotation;
    function to_T "Matrix from Euler parameters"
      input Real Q[4] "Euler parameters";
      output Real T[3, 3] "Components in frame 1 to components in frame 2";
    algorithm
      T := {{2*Q[i]*Q[j] for j in 1:3} for i in 1:3} + (2*Q[4]^2 - 1)*identity(3) - 2*Q[4]*skew(Q[1:3]);
    end to_T;
    function to_T_inv "Inverse matrix from Euler parameters"
      input Real Q[4] "Euler parameters";
      output Real T_inv[3, 3] "Components in frame 2 to components in frame 1";
    algorithm
      T_inv := transpose(to_T(Q));
    end to_T_inv;
    function from_T "Euler parameters of a matrix"
      input Real T[3, 3] "Matrix";
      input Real Q_guess[4] = {0, 0, 0, 1} "Of Q and -Q, that nearer to this";
      output Real Q[4] "Euler parameters";
    protected
      Real four[4] "4 times the square of each";
      Real a[3] = {T[2, 3] - T[3, 2], T[3, 1] - T[1, 3], T[1, 2] - T[2, 1]} "4 Q[4] Q[i]";
      Real most;
    algorithm
      four := {1 + T[1, 1] - T[2, 2] - T[3, 3], 1 - T[1, 1] + T[2, 2] - T[3, 3], 1 - T[1, 1] - T[2, 2] + T[3, 3],
        1 + T[1, 1] + T[2, 2] + T[3, 3]};
      most := max(four);
      // Products with the largest one, over it.
      if four[4] >= most then
        Q := {a[1], a[2], a[3], four[4]};
      elseif four[1] >= most then
        Q := {four[1], T[1, 2] + T[2, 1], T[1, 3] + T[3, 1], a[1]};
      elseif four[2] >= most then
        Q := {T[1, 2] + T[2, 1], four[2], T[2, 3] + T[3, 2], a[2]};
      else
        Q := {T[1, 3] + T[3, 1], T[2, 3] + T[3, 2], four[3], a[3]};
      end if;
      Q := Q/(2*sqrt(most));
      if Q*Q_guess < 0 then
        Q := -Q;
      end if;
    end from_T;
    function from_T_inv "Euler parameters of an inverse matrix"
      input Real T_inv[3, 3] "Inverse matrix";
      input Real Q_guess[4] = {0, 0, 0, 1} "Of Q and -Q, that nearer to this";
      output Real Q[4] "Euler parameters";
    algorithm
      Q := from_T(transpose(T_inv), Q_guess);
    end from_T_inv;
    function resolve1 "Components in frame 1 of a vector given in frame 2"
      input Real Q[4] "Euler parameters";
      input Real v2[3] "In frame 2";
      output Real v1[3] "In frame 1";
    algorithm
      v1 := v2*to_T(Q);
    end resolve1;
    function resolve2 "Components in frame 2 of a vector given in frame 1"
      input Real Q[4] "Euler parameters";
      input Real v1[3] "In frame 1";
      output Real v2[3] "In frame 2";
    algorithm
      v2 := to_T(Q)*v1;
    end resolve2;
    function multipleResolve1 "Components in frame 1 of several vectors, as columns"
      input Real Q[4] "Euler parameters";
      input Real v2[3, :] "In frame 2";
      output Real v1[3, size(v2, 2)] "In frame 1";
    algorithm
      v1 := transpose(to_T(Q))*v2;
    end multipleResolve1;
    function multipleResolve2 "Components in frame 2 of several vectors, as columns"
      input Real Q[4] "Euler parameters";
      input Real v1[3, :] "In frame 1";
      output Real v2[3, size(v1, 2)] "In frame 2";
    algorithm
      v2 := to_T(Q)*v1;
    end multipleResolve2;
    function inverseRotation "Euler parameters of frame 1 in frame 2"
      input Real Q[4] "Euler parameters";
      output Real Q_inv[4] "Of the inverse";
    algorithm
      Q_inv := cat(1, -Q[1:3], Q[4:4]);
    end inverseRotation;
    function relativeRotation "Euler parameters from frame 1 to frame 2, both given in frame 0"
      input Real Q1[4] "Frame 1";
      input Real Q2[4] "Frame 2";
      output Real Q_rel[4] "From 1 to 2";
    algorithm
      Q_rel := cat(1, Q1[4]*Q2[1:3] - Q2[4]*Q1[1:3] - cross(Q1[1:3], Q2[1:3]), {Q1*Q2});
    end relativeRotation;
    function absoluteRotation "Euler parameters of frame 2, given in frame 1"
      input Real Q1[4] "Frame 1";
      input Real Q_rel[4] "From 1 to 2";
      output Real Q2[4] "Frame 2";
    algorithm
      Q2 := cat(1, Q1[4]*Q_rel[1:3] + Q_rel[4]*Q1[1:3] + cross(Q1[1:3], Q_rel[1:3]),
        {Q1[4]*Q_rel[4] - Q1[1:3]*Q_rel[1:3]});
    end absoluteRotation;
    function angularVelocity1 "Angular velocity in frame 1"
      input Real Q[4] "Euler parameters";
      input Real der_Q[4] "Their derivatives";
      output SI.AngularVelocity w[3] "In frame 1";
    algorithm
      w := 2*(Q[4]*der_Q[1:3] - der_Q[4]*Q[1:3] + cross(Q[1:3], der_Q[1:3]));
    end angularVelocity1;
    function angularVelocity2 "Angular velocity in frame 2"
      input Real Q[4] "Euler parameters";
      input Real der_Q[4] "Their derivatives";
      output SI.AngularVelocity w[3] "In frame 2";
    algorithm
      w := 2*(Q[4]*der_Q[1:3] - der_Q[4]*Q[1:3] - cross(Q[1:3], der_Q[1:3]));
    end angularVelocity2;
    function smallRotation "Angles about x, y and z of a small rotation"
      input Real Q[4] "Euler parameters";
      output SI.Angle phi[3] "Angles";
    algorithm
      phi := 2*Q[1:3];
    end smallRotation;
    function orientationConstraint "What is zero where the Euler parameters are those of a rotation"
      input Real Q[4] "Euler parameters";
      output Real residue[1] "Of the sum of squares, less 1";
    algorithm
      residue := {Q*Q - 1};
    end orientationConstraint;
  end Quaternions;
end Frames;
