within Modelica.Utilities;
package Strings "Functions of texts"
  function length "Number of characters"
    input String string "Text";
    output Integer result "Number";
    external "C";
  end length;
  function substring "Characters from one place to another"
    input String string "Text";
    input Integer startIndex(min = 1) "First character";
    input Integer endIndex "Last character";
    output String result "Those characters";
    external "C";
  end substring;
  function hashString "A number that follows from a text"
    input String string "Text";
    output Integer hash "Number";
    external "C";
  end hashString;
  function repeat "A text several times"
    input Integer n(min = 0) = 1 "How often";
    input String string = " " "Text";
    output String repeatedString "All of them";
  algorithm
    repeatedString := "";
    for k in 1:n loop
      repeatedString := repeatedString + string;
    end for;
  end repeat;
  function isEmpty "Whether there is nothing, or nothing but blanks"
    input String string "Text";
    output Boolean result "Whether it is so";
  algorithm
    result := true;
    for k in 1:length(string) loop
      if substring(string, k, k) <> " " then
        result := false;
      end if;
    end for;
  end isEmpty;
  function isEqual "Whether two texts are the same"
    input String string1 "First text";
    input String string2 "Second text";
    input Boolean caseSensitive = true "false: small letters are as good as large ones";
    output Boolean identical "Whether they are";
  algorithm
    identical := if caseSensitive then string1 == string2 else lower(string1) == lower(string2);
  end isEqual;
  function find "Where a text has another one for the first time; 0: nowhere"
    input String string "Where to look";
    input String searchString "What to look for";
    input Integer startIndex(min = 1) = 1 "First place to look at";
    input Boolean caseSensitive = true "false: small letters are as good as large ones";
    output Integer index "Place of its first character";
  protected
    Integer n = length(searchString);
  algorithm
    index := 0;
    for k in startIndex:length(string) - n + 1 loop
      if index == 0 and isEqual(substring(string, k, k + n - 1), searchString, caseSensitive) then
        index := k;
      end if;
    end for;
  end find;
  function findLast "Where a text has another one for the last time; 0: nowhere"
    input String string "Where to look";
    input String searchString "What to look for";
    input Integer startIndex(min = 0) = 0 "Last place to look at; 0: the end";
    input Boolean caseSensitive = true "false: small letters are as good as large ones";
    output Integer index "Place of its first character";
  protected
    Integer n = length(searchString);
  algorithm
    index := 0;
    for k in 1:(if startIndex == 0 then length(string) else startIndex) - n + 1 loop
      if k + n - 1 <= length(string) and isEqual(substring(string, k, k + n - 1), searchString,
        caseSensitive) then
        index := k;
      end if;
    end for;
  end findLast;
  function lower "The same in small letters"
    input String string "Text";
    output String result "In small letters";
  protected
    constant String large = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    constant String small = "abcdefghijklmnopqrstuvwxyz";
    String c, to;
  algorithm
    result := "";
    for k in 1:length(string) loop
      c := substring(string, k, k);
      to := c;
      for i in 1:26 loop
        if c == substring(large, i, i) then
          to := substring(small, i, i);
        end if;
      end for;
      result := result + to;
    end for;
  end lower;
end Strings;
