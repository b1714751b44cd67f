// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A value that only the sender knows. A draft uses the sender's value and never invents one.
public enum PushField: String, Hashable, Sendable, CaseIterable {
    case title, body
    case titleKey = "title-loc-key"
    case bodyKey = "loc-key"
    case mediaURL = "media-url"
    case category
    case badgeCount = "badge-count"
    case collapseID = "collapse-id"
    case attributesType = "attributes-type"
    case attributes
    case contentState = "content-state"

    /// The question as the person sees it.
    public var question: String {
        switch self {
        case .title: "The title of the notification; leave it empty for no title."
        case .body: "The body of the notification; leave it empty for no body."
        case .titleKey:
            "The key of the title in the app's localized strings; leave it empty for no title."
        case .bodyKey: "The key of the body in the app's localized strings."
        case .mediaURL: "The https URL of the picture, sound or video."
        case .category: "The identifier of the category, as the app registers it."
        case .badgeCount: "The number on the app's icon; 0 removes it."
        case .collapseID:
            "The collapse identifier: a notification replaces an earlier one with the same value. "
                + "At most 64 bytes, for example order-4711."
        case .attributesType: "The name of the Swift type that conforms to ActivityAttributes."
        case .attributes:
            "The static data of the Live Activity, as a JSON object; leave it empty for {}."
        case .contentState:
            "The content state of the Live Activity, as a JSON object; leave it empty for {}."
        }
    }

    /// Whether a draft requires this value.
    var isRequired: Bool {
        switch self {
        case .title, .body, .titleKey, .attributes, .contentState: false
        case .bodyKey, .mediaURL, .category, .badgeCount, .collapseID, .attributesType: true
        }
    }

    /// Returns the reason why a value cannot be used, and the remedy, as the rest of a sentence.
    /// Returns `nil` if the value can be used.
    func problem(of value: String) -> String? {
        switch self {
        case .badgeCount:
            return Int(value).map { $0 >= 0 } ?? false
                ? nil : "the value is not a valid number; write a whole number, 0 or greater"
        case .collapseID:
            return (try? CollapseID(value)) == nil
                ? "the value is not a valid collapse identifier; write at most 64 bytes" : nil
        case .attributes, .contentState:
            return Self.object(value) == nil
                ? "the value is not a JSON object; write one such as {\"minutes\": 12}" : nil
        case .mediaURL:
            return value.contains("://")
                ? nil : "the value is not a URL; write one that begins with https://"
        case .title, .body, .titleKey, .bodyKey, .category, .attributesType:
            return nil
        }
    }

    static func object(_ text: String) -> JSONObject? {
        (try? JSONReader.read(Array(text.utf8)))?.value.objectValue
    }
}

extension PushDecision {
    /// The fields whose values are used in a draft for these answers, in the order in which the
    /// sender is asked for them.
    public var fields: [PushField] {
        var fields: [PushField] = []
        switch answers.kind {
        case .alert:
            if answers[.text] == "localized" {
                fields += [.titleKey, .bodyKey]
            } else if answers[.change] != "decrypt" {
                fields += [.title, .body]
            }
            if answers[.change] == "picture" { fields.append(.mediaURL) }
            if answers[.buttons] == "yes" { fields.append(.category) }
            if answers[.badge] == "yes" { fields.append(.badgeCount) }
            if answers[.replaces] == "yes" { fields.append(.collapseID) }
        case .liveActivity:
            if answers[.event] == "start" { fields += [.attributesType, .attributes] }
            fields.append(.contentState)
            if answers[.event] == "start" || answers[.loud] == "yes" { fields += [.title, .body] }
        default: break
        }
        return fields
    }

    /// Returns the fields that have a value but are not used by a draft for these answers.
    public func superfluousFields(in contents: PushDraft.Contents) -> [PushField] {
        PushField.allCases.filter { contents[$0] != nil && !fields.contains($0) }
    }

    /// Throws an error if the draft uses a value that is missing or unusable.
    func check(_ contents: PushDraft.Contents) throws(PushDecisionError) {
        for field in fields {
            guard let value = contents[field] else {
                if field.isRequired { throw .isMissing(field) }
                continue
            }
            if let problem = field.problem(of: value) { throw .isUnusable(field, problem) }
        }
        if fields.contains(.title), contents[.title] == nil, contents[.body] == nil {
            throw .isMissing(.title)
        }
    }
}
