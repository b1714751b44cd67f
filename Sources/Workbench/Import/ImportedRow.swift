// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import GatewayAPI

/// The result of reading one entry of a file with installations.
package enum ImportedRow: Hashable, Sendable {
    /// A line for the gateway, as JSON without a line break.
    case line([UInt8])
    /// An entry that is left out, for instance because it has no valid token or belongs to another
    /// system.
    case setAside(ImportRefusal)
}

/// The reason why an entry was not imported, and the fix.
package struct ImportRefusal: Hashable, Sendable {
    /// The problem.
    package let reason: String
    /// The fix.
    package let fix: String

    package init(_ reason: String, _ fix: String) {
        self.reason = reason
        self.fix = fix
    }

    /// Splits the detail of the gateway's response into the problem and the fix.
    package init(detail: String) {
        let parts = detail.split(separator: "; ", maxSplits: 1)
        reason = parts.first.map(String.init) ?? detail
        fix = parts.count > 1 ? String(parts[1]) : "correct the line"
    }
}

/// The format of a file with installations.
package enum ImportFormat: String, CaseIterable, Sendable {
    case jsonl, csv, onesignal, sns, firebase, airship

    /// Whether the file consists of comma-separated values.
    package var isCSV: Bool { self == .csv || self == .onesignal }

    /// The names of the JSON lists that contain the entries in this format.
    package var listNames: [String] {
        switch self {
        case .sns: ["Endpoints"]
        case .firebase: ["results"]
        case .airship: ["channels"]
        case .jsonl, .csv, .onesignal: []
        }
    }
}

/// The values for entries that do not contain these values themselves.
package struct ImportDefaults: Sendable {
    /// The bundle identifier of the app.
    package var app: String?
    package var environment: APNSEnvironment?
    /// The attributes that the app has declared. Values of other names become tags.
    package var attributes: [String: AttributeType]

    package init(
        app: String? = nil, environment: APNSEnvironment? = nil,
        attributes: [String: AttributeType] = [:]
    ) {
        self.app = app
        self.environment = environment
        self.attributes = attributes
    }
}

/// A line for the gateway that is being composed.
struct ImportDraft {
    private var object = JSONObject()
    private var tags: [String] = []
    private var attributes = JSONObject()
    private let defaults: ImportDefaults

    init(_ defaults: ImportDefaults) {
        self.defaults = defaults
        set("app", defaults.app)
        set("environment", defaults.environment?.rawValue)
    }

    /// Sets a member, unless the value is empty.
    mutating func set(_ key: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        object[key] = .string(value)
    }

    /// Adds a tag, if the gateway accepts it.
    mutating func add(tag: String) {
        guard !tag.isEmpty, tag.utf8.count <= GatewayLimits.tagByteCountMax,
            tags.count < GatewayLimits.tagsPerInstallationMax, !tags.contains(tag)
        else { return }
        tags.append(tag)
    }

    /// Adds a name with a value. They become an attribute if the app has declared an attribute with
    /// this name and the value is of the declared type; otherwise, they become the tag
    /// `NAME=VALUE`.
    mutating func add(_ name: String, _ text: String) {
        guard !text.isEmpty else { return }
        if let type = defaults.attributes[name], let value = Self.value(text, as: type) {
            attributes[name] = value
        } else {
            add(tag: ["true", "1"].contains(text) ? name : "\(name)=\(text)")
        }
    }

    static func value(_ text: String, as type: AttributeType) -> JSONValue? {
        switch type {
        case .text: text.utf8.count <= GatewayLimits.nameByteCountMax ? .string(text) : nil
        case .number:
            Double(text).flatMap { $0.isFinite ? try? JSONReader.read(text).value : nil }
        case .flag:
            ["true", "1"].contains(text)
                ? .bool(true) : ["false", "0"].contains(text) ? .bool(false) : nil
        case .date: .string(text)
        }
    }

    /// The complete line.
    var row: ImportedRow {
        var object = object
        if !tags.isEmpty { object["tags"] = .array(tags.map(JSONValue.string)) }
        if !attributes.isEmpty { object["attributes"] = .object(attributes) }
        return .line(Array(JSONWriter.text(.object(object)).utf8))
    }
}
