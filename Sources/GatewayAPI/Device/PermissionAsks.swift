// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How often an app has asked the person for permission since the app was installed.
public struct PermissionAsks: Hashable, Sendable, Codable {
    /// The maximum of each number; larger numbers are refused.
    public static let countMax = 1_000_000

    /// The number of times that the app showed its own explanation.
    public var explained: Int
    /// The number of times that the person said "Not now" to the explanation.
    public var declined: Int
    /// The number of times that the app let the system ask. The system shows its prompt only once.
    public var prompted: Int

    public init(explained: Int = 0, declined: Int = 0, prompted: Int = 0) {
        self.explained = explained
        self.declined = declined
        self.prompted = prompted
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case explained, declined, prompted
    }

    /// Reads the member `asks`; `nil` if it is absent. Omitted numbers are 0.
    init?(_ reader: FormReader) throws(Problem) {
        let form = try reader.form(
            "asks", keys: CodingKeys.allCases.map(\.rawValue),
            example: #"{"explained":2,"declined":1,"prompted":1}"#)
        guard let form else { return nil }
        self.init(
            explained: try Self.count("explained", form),
            declined: try Self.count("declined", form),
            prompted: try Self.count("prompted", form))
    }

    private static func count(_ key: String, _ form: FormReader) throws(Problem) -> Int {
        guard let count = try form.integer(key) else { return 0 }
        guard (0...countMax).contains(count) else {
            throw form.bad(key, "is out of range; send 0 to \(countMax)")
        }
        return count
    }
}
