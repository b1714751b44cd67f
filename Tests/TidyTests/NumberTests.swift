// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

// A conversion from a floating-point number to an integer, a duration or a date ends the program,
// or makes a value that does so later, when outside data holds `1e300` or NaN. The compiler refuses
// such a conversion in every file that imports APNSWire (`Sources/APNSWire/Numbers`), so these
// tests check the imports, and what the compiler cannot refuse.

/// Code that computes with integers alone: it needs no import, and has no floating-point number.
private let integerOnlyPaths = [
    // HTTP/2 has no fractions, and this target imports nothing.
    "Sources/HTTP2Core/",
    // The client's engine counts streams, bytes and nanoseconds.
    "Sources/APNSProvider/Engine/Connection/", "Sources/APNSProvider/Engine/Pool/",
    // Ciphers and encodings.
    "Sources/APNSAuth/PKCS12/",
    // Files: sizes, descriptors and modes.
    "Sources/LocalSystem/",
    // Numbers of rows and lengths of values: the gateway's tables hold whole numbers only.
    "Sources/SQLCore/", "Sources/PostgresDriver/",
    "Sources/DeviceSimulator/Fleet/TraceHash.swift",
]

private let numbersFolder = "Sources/APNSWire/Numbers/"

private let sources = SourceFile.all.filter { $0.path.hasPrefix("Sources/") }

/// Whether a file contains only code that computes with integers alone.
private func isIntegerOnly(_ file: SourceFile) -> Bool {
    integerOnlyPaths.contains { file.path.hasPrefix($0) }
}

@Test func `a file that converts numbers imports APNSWire`() {
    for file in sources where file.target != "APNSWire" && !isIntegerOnly(file) {
        guard !file.imports.contains(where: { $0.module == "APNSWire" }) else { continue }
        for (number, text) in file.code where convertsNumber(text) {
            Issue.record(
                """
                \(file.path):\(number) converts a number; import APNSWire, so that the compiler \
                refuses the conversions that trap
                """)
        }
    }
}

@Test(arguments: sources.filter(isIntegerOnly).map(\.path))
func `code of integers alone has no floating-point number`(path: String) throws {
    let file = try #require(sources.first { $0.path == path })
    let mayHave = { (text: String) in
        ["Double", "Float", "Time", "Date", "time", "inSeconds", "."].contains(where: text.mentions)
    }
    let types = #/\b(Double|Float|CGFloat|TimeInterval|Date)\b|timeInterval|inSeconds|\d\.\d/#
    for (number, text) in file.code where mayHave(text) && text.contains(types) {
        Issue.record(
            "\(file.path):\(number) has a floating-point number; import APNSWire and leave the list"
        )
    }
}

@Test func `a date is created from a number only by a checked function`() {
    for file in sources where !file.path.hasPrefix(numbersFolder) && file.mentions("Date(") {
        for (number, text) in file.code where makesDateUnchecked(text) {
            Issue.record(
                """
                \(file.path):\(number) makes a date of a number; use Date(epochSeconds:), \
                Date(checkingEpochSeconds:) or Date(saturatingEpochSeconds:) of APNSWire
                """)
        }
    }
}

@Test func `every conversion that can trap is declared as deprecated for the compiler`() throws {
    let path = numbersFolder + "TrappingConversions.swift"
    let file = try #require(sources.first { $0.path == path })
    let text = file.lines.joined(separator: "\n")
    for width in ["", "8", "16", "32", "64"] {
        for type in ["Int" + width, "UInt" + width] {
            let start = try #require(text.range(of: "extension \(type) {"), "\(type)")
            let body = text[start.upperBound...].prefix { $0 != "}" }
            #expect(body.contains("@available(*, deprecated"), "\(type)")
            #expect(body.contains("package init(_ number: Double)"), "\(type)")
        }
    }
    for unit in ["seconds", "milliseconds", "microseconds", "nanoseconds"] {
        #expect(text.contains("package static func \(unit)(_ \(unit): Double)"))
    }
}

@Test(arguments: [
    ("let a = Int(seconds)", true), ("let a = UInt64(max(0, x))", true),
    ("let a = Duration.seconds(wait)", true), ("sleep(for: .milliseconds(wait * 2))", true),
    ("let a = Int(checking: seconds)", false), ("let a = Int(exactly: x)", false),
    ("let a = Int(4)", false), ("sleep(for: .seconds(30))", false), ("let a: Int", false),
    ("Point(3)", false),
])
func `the checker finds conversions that can trap`(text: String, isFound: Bool) {
    #expect(convertsNumber(text) == isFound)
}

@Test(arguments: [
    ("Date(timeIntervalSince1970: seconds)", true),
    ("Date(timeIntervalSinceReferenceDate: real)", true),
    ("Date(timeIntervalSince1970: 1_767_225_600)", false),
    ("Date(timeIntervalSinceReferenceDate: .infinity)", false), ("Date(epochSeconds: 3)", false),
])
func `the checker finds dates that are created from numbers without a check`(
    text: String, isFound: Bool
) {
    #expect(makesDateUnchecked(text) == isFound)
}

/// Whether a line converts something to an integer or a duration with a function that also accepts
/// floating-point numbers, and so can trap.
private func convertsNumber(_ text: String) -> Bool {
    // Most lines need none of the regular expressions, which take much longer.
    guard ["Int(", "Int8(", "16(", "32(", "64(", "seconds("].contains(where: text.mentions) else {
        return false
    }
    let integer =
        #/
        \b U? Int (8|16|32|64)? \(
        (?! (exactly|clamping|truncatingIfNeeded|bitPattern|checking|saturating) : )
        (?! (littleEndian|bigEndian|ascii) : | \) | -? [0-9_x]+ \) )
        /#
    let duration = #/\.(seconds|milliseconds|microseconds|nanoseconds)\((?!-?[0-9_ *]+\))/#
    return text.contains(integer) || text.contains(duration)
}

private func makesDateUnchecked(_ text: String) -> Bool {
    text.mentions("Date(")
        && text.contains(#/\bDate\(timeInterval\w*: (?!-?[0-9_]+\)|\.infinity\))/#)
}
