// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// Compares the content state of a Live Activity with JSON that the server's tests use too, so that
/// app and server agree.
///
/// The phone decodes `content-state` with the default strategies of `JSONDecoder`, even if the app
/// uses other strategies elsewhere, and ignores a push whose content it cannot decode ("Starting
/// and updating Live Activities with ActivityKit push notifications", rule `LA-6`). A test in the
/// app has one text per state:
///
/// ```swift
/// #expect(ContentStateGolden.findings(in: #"{"step":"packed"}"#, for: state).isEmpty)
/// ```
public enum ContentStateGolden {
    /// Returns the JSON of a state as ActivityKit writes it, with sorted keys, to be copied into
    /// the server's tests.
    ///
    /// - Throws: `EncodingError`.
    public static func json(of state: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(state), as: UTF8.self)
    }

    /// Returns all differences between a text and the expected state; empty when the two agree.
    ///
    /// - Parameter allowsDates: whether seconds since 2001 are intended for `Date`.
    public static func findings<State: Codable & Equatable>(
        in json: String, for state: State, allowsDates: Bool = false
    ) -> [ContentStateFinding] {
        let golden: JSONValue
        do { golden = try JSONReader.read(json).value } catch {
            return [ContentStateFinding(.notJSON, "", "the text is not JSON: \(error)")]
        }
        var findings = allowsDates ? [] : dates(in: state)
        do {
            let decoded = try JSONDecoder().decode(State.self, from: Data(json.utf8))
            let read = try value(of: decoded)
            findings += shapes(in: read, path: [])
            findings += compare(golden, read, path: [])
            if decoded != state {
                findings += otherValues(in: read, than: try value(of: state))
            }
        } catch let error as DecodingError {
            findings.append(finding(error))
        } catch {
            findings.append(
                ContentStateFinding(.undecodable, "", "the state cannot be encoded: \(error)"))
        }
        return findings
    }

    static func finding(_ error: DecodingError) -> ContentStateFinding {
        switch error {
        case .keyNotFound(let key, let context):
            ContentStateFinding(
                .undecodable, text(context.codingPath + [key]),
                "the app requires this key, and the text does not have it")
        case .valueNotFound(let type, let context):
            ContentStateFinding(
                .undecodable, text(context.codingPath),
                "the app requires a value of type \(type), and the text has null")
        case .typeMismatch(let type, let context):
            ContentStateFinding(
                .undecodable, text(context.codingPath),
                "the app expects a value of type \(type), and the text has another type")
        case .dataCorrupted(let context):
            ContentStateFinding(
                .undecodable, text(context.codingPath), context.debugDescription)
        @unknown default: ContentStateFinding(.undecodable, "", "\(error)")
        }
    }

    /// Returns a finding for each date in the state.
    private static func dates(in state: some Encodable) -> [ContentStateFinding] {
        let paths = Guarded<[String]>([])
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            paths.withLock { $0.append(text(encoder.codingPath)) }
            try date.encode(to: encoder)
        }
        _ = try? encoder.encode(state)
        return paths.withLock(\.self).map {
            ContentStateFinding(
                .date, $0,
                "the phone reads a Date as seconds since 2001. "
                    + "Use a Double with seconds since 1970.")
        }
    }

    private static func value(of state: some Encodable) throws -> JSONValue {
        try JSONReader.read(json(of: state)).value
    }

    private static func text(_ path: [any CodingKey]) -> String {
        path.map(\.stringValue).joined(separator: ".")
    }
}

extension ContentStateGolden {
    /// Returns a finding for each key that only one of the two objects has, and for each key whose
    /// values differ.
    static func compare(
        _ golden: JSONValue, _ own: JSONValue, path: [String]
    ) -> [ContentStateFinding] {
        switch (golden, own) {
        case (.object(let golden), .object(let own)): return compare(golden, own, path: path)
        case (.array(let golden), .array(let own)) where golden.count == own.count:
            return zip(golden, own).enumerated().flatMap { index, pair in
                compare(pair.0, pair.1, path: path + ["\(index)"])
            }
        default:
            guard golden != own else { return [] }
            return [
                ContentStateFinding(
                    .otherValue, path.joined(separator: "."),
                    "the text has \(JSONWriter.text(golden)), the app has \(JSONWriter.text(own))")
            ]
        }
    }

    private static func compare(
        _ golden: JSONObject, _ own: JSONObject, path: [String]
    ) -> [ContentStateFinding] {
        var findings: [ContentStateFinding] = []
        for member in golden.members {
            let memberPath = path + [member.key]
            if let value = own[member.key] {
                findings += compare(member.value, value, path: memberPath)
            } else if member.value != .null {
                findings.append(
                    ContentStateFinding(
                        .unknownKey, memberPath.joined(separator: "."),
                        "the app does not read this key. Check its spelling in CodingKeys."))
            }
        }
        for member in own.members where golden[member.key] == nil {
            findings.append(
                ContentStateFinding(
                    .missingKey, (path + [member.key]).joined(separator: "."),
                    "the app has this key, and the text does not"))
        }
        return findings
    }

    /// Returns a finding for each value in which the decoded text differs from the expected state.
    private static func otherValues(
        in read: JSONValue, than expected: JSONValue
    ) -> [ContentStateFinding] {
        let differences = compare(read, expected, path: []).map { difference in
            guard difference.kind != .otherValue else { return difference }
            let owner = difference.kind == .unknownKey ? "only the text" : "only the app's state"
            return ContentStateFinding(.otherValue, difference.path, "\(owner) has a value here")
        }
        guard differences.isEmpty else { return differences }
        return [
            ContentStateFinding(
                .otherValue, "", "the state that the app decodes differs from the expected state")
        ]
    }

    /// Returns a finding for each value whose JSON form is specific to Swift.
    private static func shapes(in value: JSONValue, path: [String]) -> [ContentStateFinding] {
        switch value {
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                shapes(in: element, path: path + ["\(index)"])
            }
        case .object(let object):
            return object.members.flatMap { member -> [ContentStateFinding] in
                let memberPath = path + [member.key]
                guard !isUnnamed(member.key) else {
                    return [
                        ContentStateFinding(
                            .swiftShape, memberPath.joined(separator: "."),
                            "the value is an enum with an unnamed associated value, which is "
                                + "specific to Swift. Use a struct, or name the associated value.")
                    ]
                }
                return shapes(in: member.value, path: memberPath)
            }
        default: return []
        }
    }

    /// Returns whether a key is one of the names that the compiler gives to unnamed associated
    /// values: `_0`, `_1` and so on.
    private static func isUnnamed(_ key: String) -> Bool {
        key.first == "_" && key.count > 1 && key.dropFirst().allSatisfy(\.isNumber)
    }
}
