// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

@testable import Workbench

/// The objects of a list are found in JSON of any length, however the bytes arrive.
struct JSONElementsTests {
    private func find(
        _ text: String, lists: [String] = ["channels"], partSize: Int = .max
    ) throws -> [String] {
        var elements = JSONElements(lists: lists)
        var found: [JSONElements.Element] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            found += try elements.read(rest.prefix(partSize))
            rest = rest.dropFirst(partSize)
        }
        try elements.finish()
        return found.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(
        arguments: [
            (
                #"{"ok":true,"channels":[{"a":1},{"b":[{}]}],"next":"x"}"#,
                [#"{"a":1}"#, #"{"b":[{}]}"#]
            ),
            (#"[{"a":"}]"},{"a":"\"{"}]"#, [#"{"a":"}]"}"#, #"{"a":"\"{"}"#]),
            ("{\"a\":1}\n{\"b\":{\"c\":[1]}}\n", [#"{"a":1}"#, #"{"b":{"c":[1]}}"#]),
            (#"{"channels":[{"a":1}]} {"channels":[{"a":2}]}"#, [#"{"a":1}"#, #"{"a":2}"#]),
            (#"{"channels":[]}"#, []), ("", []), ("[]", []),
            (#"{"other":[{"a":1}]}"#, [#"{"other":[{"a":1}]}"#]),
            (#"{"x":"channels","channels" : [ {"a":1} ] }"#, [#"{"a":1}"#]),
        ])
    func `the objects in a text are found`(text: String, objects: [String]) throws {
        for size in [Int.max, 1, 2, 7] { #expect(try find(text, partSize: size) == objects) }
    }

    @Test func `random objects are found in every form`() throws {
        var random = SeededGenerator(seed: 11)
        let texts = ["a", "}", "]", "{", "\\\"", "\\\\", "channels", " ", "é"]
        func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
            switch Int.random(in: 0...(depth > 0 ? 4 : 2), using: &random) {
            case 0: "\(Int.random(in: -9...9, using: &random))"
            case 1: "null"
            case 2:
                "\""
                    + (0...2).map { _ in texts[Int.random(in: 0..<texts.count, using: &random)] }
                    .joined() + "\""
            case 3: "[\(value(depth - 1, &random)),\(value(depth - 1, &random))]"
            default: "{\"k\":\(value(depth - 1, &random))}"
            }
        }
        for _ in 1...500 {
            let objects = (0...Int.random(in: 0...3, using: &random)).map { _ in
                "{\"v\":\(value(3, &random))}"
            }
            let list = objects.joined(separator: ",\n")
            for text in [
                "[\(list)]", "{\"x\":\(value(1, &random)),\"channels\":[\(list)],\"y\":1}",
                objects.joined(separator: "\n"),
            ] {
                let size = Int.random(in: 1...9, using: &random)
                #expect(try find(text, partSize: size) == objects, "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            (#"{"channels":[{"a":1}"#, "inside"), ("id,token", "format"), ("}", "closing"),
            (#"[{"a":""#, "inside"),
        ])
    func `a text that is cut off or not JSON is refused`(text: String, part: String) throws {
        let error = #expect(throws: JSONElements.Failure.self) { try find(text) }
        #expect(error?.problem.contains(part) == true, "\(error?.problem ?? "")")
    }
}
