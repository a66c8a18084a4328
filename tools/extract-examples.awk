# Takes examples of code out of a Markdown text, so that they can be compiled: each block between fences
# that a line "<!-- compiled: PATH -->" stands before becomes the file PATH below the folder `folder`.
/^<!-- compiled: [^ ]+ -->$/ { path = $3; next }
/^```/ {
  if (!inside && path != "") {
    file = folder "/" path
    printf "" > file
  }
  if (inside && file != "") {
    close(file)
    file = ""
  }
  inside = !inside
  path = ""
  next
}
inside && file != "" { print > file }
