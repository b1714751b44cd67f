// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private func read(_ text: String) throws -> [String: String] {
    try StringsFile(AppFile(name: "Localizable.strings", text: text)).strings
}

@Test(arguments: [
    ("", [:]),
    (#""a" = "b";"#, ["a": "b"]),
    ("/* one */ \"a\"=\"b\"; // two\n\n\"c\" /**/ = \"d\" ;", ["a": "b", "c": "d"]),
    (
        #"key.one = "x"; 'two' = 'it "is"'; three = four;"#,
        ["key.one": "x", "two": "it \"is\"", "three": "four"]
    ),
    (#""alone";"#, ["alone": "alone"]),
    (#""a" = "1"; "a" = "2";"#, ["a": "2"]),
    (
        #""a" = "line\nquote\"tab\tback\\ \101 \U00e9 \Ud83d\Ude00 \q";"#,
        ["a": "line\nquote\"tab\tback\\ A é 😀 q"]
    ),
    (#"{ "a" = "b"; }"#, ["a": "b"]),
    ("\"%1$@ wrote\" = \"%1$@ // schrieb\";\r\n", ["%1$@ wrote": "%1$@ // schrieb"]),
    (
        #"<?xml version="1.0"?><plist version="1.0"><dict><key>a</key><string>b</string></dict>"#
            + "</plist>", ["a": "b"]
    ),
])
func `LOC-1: strings files are read in the forms that Apple's tools write`(
    text: String, strings: [String: String]
) throws {
    #expect(try read(text) == strings)
}

@Test(arguments: [
    (#""a" = "b""#, "Localizable.strings, line 1: expected ;"),
    ("\n\n\"a\" \"b\";", "line 3: expected \"=\" after the key"),
    ("\"a\" = \"b;\n", "line 1: the quotation mark is not closed"),
    ("\"a\" = \"b\";\r\n/* ", "line 2: the comment is not closed"),
    ("\"a\" = ;", "expected a string in quotation marks, found ;"),
    (#""a" = "\U12";"#, "four hex digits"),
    ("{ \"a\" = \"b\"; ", "found the end of the file"),
    ("{ } x", "after the closing brace"),
    ("\"a\" = \"\\", "the file ends inside a string"),
    (
        #"<?xml version="1.0"?><plist><dict><key>a</key><dict/></dict></plist>"#,
        "Localizable.strings, a: expected a string, found a dictionary"
    ),
])
func `LOC-1: an error in a strings file states the line or the key`(
    text: String, phrase: String
) throws {
    let error = #expect(throws: AppFileError.self) { try read(text) }
    #expect(try #require(error).description.contains(phrase), "\(String(describing: error))")
}

@Test(arguments: [true, false], [true, false])
func `LOC-1: UTF-16 is read with and without a byte order mark`(isBig: Bool, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "\"key\" = \"Grüße 😀\";"
    let bytes = text.utf16.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBig ? [high, low] : [low, high]
    }
    let file = AppFile(name: "Localizable.strings", bytes: Data(bytes))
    #expect(try StringsFile(file).strings == ["key": "Grüße 😀"])
    let odd = AppFile(name: "Localizable.strings", bytes: Data(bytes + [0x20]))
    #expect(throws: AppFileError.self) { try StringsFile(odd) }
}

@Test func `LOC-1: bytes that are not text are rejected`() throws {
    let file = AppFile(name: "Localizable.strings", bytes: Data([0x22, 0xC3, 0x28, 0x22]))
    let error = #expect(throws: AppFileError.self) { try StringsFile(file) }
    #expect(try #require(error).description.contains("neither UTF-8 nor UTF-16"))
}

private let catalog = """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "Hello" : {},
        "ORDER" : {
          "localizations" : {
            "en" : { "stringUnit" : { "state" : "translated", "value" : "Order %@" } },
            "de" : { "variations" : { "plural" : {
              "one" : { "stringUnit" : { "value" : "eine" } },
              "other" : { "stringUnit" : { "value" : "%@ Bestellungen" } } } } },
            "fr" : { "variations" : { "device" : {
              "ipad" : { "stringUnit" : { "value" : "tablette" } },
              "iphone" : { "variations" : { "plural" : {
                "other" : { "stringUnit" : { "value" : "téléphone" } } } } } } } },
            "it" : { "stringUnit" : { "state" : "new" } }
          }
        }
      },
      "version" : "1.0"
    }
    """

@Test func `LOC-1: a string catalog is read by language, with the plural form other`() throws {
    let read = try StringCatalog(AppFile(name: "Localizable.xcstrings", text: catalog))
    #expect(read.sourceLanguage == "en")
    #expect(
        read.strings == [
            "en": ["Hello": "Hello", "ORDER": "Order %@"], "de": ["ORDER": "%@ Bestellungen"],
            "fr": ["ORDER": "téléphone"],
        ])
}

@Test(arguments: [
    ("{", "Localizable.xcstrings, line 1: "),
    ("[]", "sourceLanguage: expected a string such as en"),
    (#"{"sourceLanguage":"en"}"#, "strings: expected an object"),
    (#"{"sourceLanguage":"en","strings":{"A":7}}"#, "Localizable.xcstrings, A: expected an object"),
])
func `LOC-1: an error in a string catalog states its location`(
    text: String, phrase: String
) throws {
    let error = #expect(throws: AppFileError.self) {
        try StringCatalog(AppFile(name: "Localizable.xcstrings", text: text))
    }
    #expect(try #require(error).description.contains(phrase))
}
