// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A variable that a template declares.
///
/// Values of all types are texts in a canonical form: a number such as `-12.5`, a date such as
/// `2026-01-31`, a flag `true` or `false`.
package struct TemplateVariable: Hashable, Sendable {
    /// The default of ``lengthMax``, in Unicode scalars.
    package static let lengthDefault = 100
    /// The largest permitted value of ``lengthMax``, in Unicode scalars.
    package static let lengthMaxMax = 1000

    package let kind: AttributeKind
    /// The canonical value for recipients without a value; `nil` if a value is required.
    package let standard: String?
    /// The maximum length of a text in Unicode scalars. A longer attribute of a recipient is
    /// shortened; a longer value in a request is refused.
    package let lengthMax: Int

    package init(
        _ kind: AttributeKind, standard: String? = nil, lengthMax: Int = lengthDefault
    ) {
        self.kind = kind
        self.standard = standard
        self.lengthMax = lengthMax
    }

    /// The reason why a value does not fit, as the end of a sentence.
    package struct Misfit: Error, Hashable, Sendable {
        package let description: String
    }

    /// Returns the canonical text of a JSON value.
    package func canonical(_ value: JSONValue) throws(Misfit) -> String {
        switch (kind, value) {
        case (.text, .string(let text)):
            guard text.unicodeScalars.count <= lengthMax else {
                throw Misfit(
                    description: "has \(text.unicodeScalars.count) characters; send at most "
                        + "\(lengthMax), or declare a larger max_length")
            }
            return text
        case (.number, .number(let number)):
            if let exact = TemplateNumber(number.text) { return exact.text }
            guard let rounded = TemplateNumber(number.doubleValue) else {
                throw Misfit(
                    description: "is too large; send a number with at most "
                        + "\(TemplateNumber.wholeDigitCountMax) digits")
            }
            return rounded.text
        case (.flag, .bool(let flag)): return flag ? "true" : "false"
        case (.date, .string(let text)):
            guard let time = AudienceTime.milliseconds(text) else {
                throw Misfit(
                    description: "is not a date; send one such as \"2026-01-31\" or "
                        + "\"2026-01-31T10:00:00Z\"")
            }
            return AudienceTime.text(time)
        default:
            throw Misfit(description: "is \(value.typeName); send \(example)")
        }
    }

    /// Returns the canonical text of an attribute's value; `nil` if it cannot be shown.
    package static func canonical(_ value: AudienceFilter.Value) -> String? {
        switch value {
        case .text(let text): text
        case .number(let number): TemplateNumber(number)?.text
        case .flag(let flag): flag ? "true" : "false"
        case .date(let time): AudienceTime.text(time)
        case .ago: nil
        }
    }

    /// An example of a value of the type, for error messages.
    private var example: String {
        switch kind {
        case .text: "a string"
        case .number: "a number"
        case .flag: "true or false"
        case .date: "a date such as \"2026-01-31\""
        }
    }

    /// Whether an attribute of an installation can be the variable's value.
    package func takes(_ attribute: AttributeKind) -> Bool { kind == attribute || kind == .text }

    /// The variable as JSON.
    var json: JSONValue {
        var object: JSONObject = ["type": .string(kind.rawValue)]
        if let standard {
            object["default"] =
                switch kind {
                case .text, .date: .string(standard)
                case .flag: .bool(standard == "true")
                case .number: (try? JSONReader.read(standard))?.value ?? .string(standard)
                }
        }
        if kind == .text { object["max_length"] = .number(JSONNumber(lengthMax)) }
        return .object(object)
    }
}
