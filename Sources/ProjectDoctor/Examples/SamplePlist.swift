// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A value of an example's property list, written as Swift literals.
indirect enum SamplePlist {
    case string(String)
    case number(Double)
    case bool(Bool)
    /// A date in the format of XML property lists, for instance `2030-01-31T12:00:00Z`.
    case date(String)
    case array([SamplePlist])
    case dictionary([(String, SamplePlist)])

    /// Returns the value as XML, indented by the given number of levels.
    fileprivate func xml(_ depth: Int) -> String {
        let indent = String(repeating: "    ", count: depth)
        switch self {
        case .string(let text): return "\(indent)<string>\(text)</string>\n"
        case .number(let number): return "\(indent)<real>\(number)</real>\n"
        case .bool(let flag): return "\(indent)<\(flag)/>\n"
        case .date(let text): return "\(indent)<date>\(text)</date>\n"
        case .array(let values):
            let members = values.map { $0.xml(depth + 1) }.joined()
            return "\(indent)<array>\n\(members)\(indent)</array>\n"
        case .dictionary(let values):
            let members = values.map { "\(indent)    <key>\($0)</key>\n" + $1.xml(depth + 1) }
            return "\(indent)<dict>\n\(members.joined())\(indent)</dict>\n"
        }
    }
}

extension SamplePlist: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .string(text) }
    init(booleanLiteral flag: Bool) { self = .bool(flag) }
    init(floatLiteral number: Double) { self = .number(number) }
    init(arrayLiteral values: SamplePlist...) { self = .array(values) }
    init(dictionaryLiteral values: (String, SamplePlist)...) { self = .dictionary(values) }
}

extension SampleApp {
    /// Returns the XML of a property list.
    static func plist(_ values: KeyValuePairs<String, SamplePlist>) -> String {
        plist(values.map { ($0.key, $0.value) })
    }

    static func plist(_ values: [(String, SamplePlist)]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        \(SamplePlist.dictionary(values).xml(0))</plist>
        """
    }
}
