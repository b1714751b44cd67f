// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import GatewayAPI

/// What becomes of one entry of a file with installations.
package enum ImportedRow: Hashable, Sendable {
    /// A line for the gateway, as JSON without a line break.
    case line([UInt8])
    /// An entry that is left out, because it is no device that APNs reaches.
    case setAside(ImportRefusal)
}

/// Why an entry was not imported.
package struct ImportRefusal: Hashable, Sendable {
    /// What is wrong.
    package let reason: String
    /// What to do.
    package let fix: String

    package init(_ reason: String, _ fix: String) {
        self.reason = reason
        self.fix = fix
    }

    /// Takes a problem's detail apart: what is wrong; what to do.
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

    /// The names of the lists in which JSON of the format has its entries.
    package var listNames: [String] {
        switch self {
        case .sns: ["Endpoints"]
        case .firebase: ["results"]
        case .airship: ["channels"]
        case .jsonl, .csv, .onesignal: []
        }
    }
}

/// What entries without their own values get.
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

/// A line for the gateway while it is put together.
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

    /// Sets a member; an empty value leaves it out.
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

    /// Adds a name with a value: as the attribute of this name if the app has declared one that can
    /// have the value, otherwise as the tag `NAME=VALUE`.
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

    /// The line.
    var row: ImportedRow {
        var object = object
        if !tags.isEmpty { object["tags"] = .array(tags.map(JSONValue.string)) }
        if !attributes.isEmpty { object["attributes"] = .object(attributes) }
        return .line(Array(JSONWriter.text(.object(object)).utf8))
    }
}
