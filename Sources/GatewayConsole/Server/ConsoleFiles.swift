// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayConsoleFiles
import Mustache

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The console's files, which are embedded in the program: templates, scripts, styles and strings.
struct ConsoleFiles: Sendable {
    /// A file in the program. The part of its name after the dot is its kind: `html` for a
    /// template, `js` and `css` for a file that browsers load, `json` for strings.
    struct Embedded: Sendable {
        let name: String
        let bytes: [UInt8]

        init(_ name: String, _ file: GatewayConsoleFile) {
            self.name = name
            bytes = Array(UnsafeBufferPointer(start: file.start, count: file.count))
        }

        var kind: Substring { name.drop { $0 != "." }.dropFirst() }
        var stem: String { String(name.prefix { $0 != "." }) }
    }

    /// All files; the files of a section are listed beside the section's pages.
    private static let embedded: [Embedded] =
        shared + composeFiles + campaignFiles + deviceFiles + deliveryFiles + healthFiles
        + toolFiles + manageFiles

    private static let shared = [
        Embedded("layout.html", .layout_html),
        Embedded("design.html", .design_html),
        Embedded("console.css", .console_css),
        Embedded("shell.js", .shell_js),
        Embedded("api.js", .api_js),
        Embedded("strings.js", .strings_js),
        Embedded("format.js", .format_js),
        Embedded("ui.js", .ui_js),
        Embedded("charts.js", .charts_js),
        Embedded("design.js", .design_js),
        Embedded("common.json", .common_json),
        Embedded("gate.html", .gate_html),
        Embedded("sign-in.html", .sign_in_html),
        Embedded("sign-in.js", .sign_in_js),
        Embedded("sign-in.json", .sign_in_json),
        Embedded("sign-in-target.js", .sign_in_target_js),
        Embedded("signed-in.html", .signed_in_html),
        Embedded("signed-in.js", .signed_in_js),
        Embedded("join.html", .join_html),
        Embedded("join.js", .join_js),
        Embedded("design.json", .design_json),
    ]

    let library: MustacheLibrary
    let assets: [String: ConsoleAsset]
    /// The catalogue of all strings the pages show: a dictionary for each file.
    let strings: [String: [String: String]]

    /// - Throws: an error that names the file that cannot be read. A test reads all files.
    init() throws {
        var library = MustacheLibrary()
        var assets: [String: ConsoleAsset] = [:]
        var strings: [String: [String: String]] = [:]
        for file in Self.embedded {
            do {
                switch file.kind {
                case "html":
                    let text = String(decoding: file.bytes, as: UTF8.self)
                    try library.register(text, named: file.stem)
                case "json":
                    strings[file.stem] = try JSONDecoder().decode(
                        [String: String].self, from: Data(file.bytes))
                case "css":
                    assets[file.name] = ConsoleAsset(file.bytes, "text/css; charset=utf-8")
                default:
                    assets[file.name] = ConsoleAsset(
                        file.bytes, "text/javascript; charset=utf-8")
                }
            } catch {
                throw ConsoleFileError(name: file.name, reason: "\(error)")
            }
        }
        assets["icon.svg"] = ConsoleAsset(Array(Self.icon.utf8), "image/svg+xml")
        self.library = library
        self.assets = assets
        self.strings = strings
    }

    /// Returns the strings of some files in one dictionary.
    func strings(_ names: [String]) -> [String: String] {
        names.reduce(into: [:]) { $0.merge(strings[$1] ?? [:]) { first, _ in first } }
    }

    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">\
        <rect width="32" height="32" rx="8" fill="#b3541e"/>\
        <path d="M7 20a9 9 0 0 1 18 0z" fill="#fff"/>\
        <rect x="5" y="22" width="22" height="3" rx="1.5" fill="#fff"/>\
        <circle cx="16" cy="9" r="1.8" fill="#fff"/></svg>
        """
}

/// A file of the console that cannot be read.
struct ConsoleFileError: Error, CustomStringConvertible {
    let name: String
    let reason: String

    var description: String { "the console's file \(name) cannot be read: \(reason)" }
}
