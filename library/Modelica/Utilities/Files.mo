within Modelica.Utilities;
package Files "Places of files"
  function loadResource "Where the file is that modelica://… means"
    input String uri "modelica://Package/path, or a path";
    output String fileReference "Its path";
    external "C";
  end loadResource;
end Files;
