// The page that shows a scene, made from page/ when the program is built, and how it is filled.
#pragma once

#include <string>
#include <string_view>

namespace gelenk {

// The page as built; empty in a build without it.
std::string_view built_in_page();

// The page in the file, or the built-in one where `file` is empty. Throws UserError when there is none, or when it does not
// have the two elements that are filled.
std::string load_page(const std::string& file);

// The page with the scene (JSON in which no "<" stands) and the data, chunks one after another, in their elements.
std::string fill_page(const std::string& page, const std::string& scene, const std::string& chunks);

// The page of a server: it asks for what it shows.
std::string fill_live_page(const std::string& page);

}  // namespace gelenk
