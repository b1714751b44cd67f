// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

extension MessageTemplate {
    /// Compiles the payload of a language.
    ///
    /// - Parameters:
    ///   - locale: a language of the template; for any other language, the payload is that of the
    ///     language that ``locale(for:)`` returns.
    ///   - values: canonical values of variables that are the same for all recipients. They do not
    ///     remain variables.
    ///   - members: members that are added to the payload beside `aps`.
    package func compiled(
        _ locale: String, values: [String: String] = [:], adding members: JSONObject = [:]
    ) -> PayloadTemplate {
        let locale = contents[locale] == nil ? self.locale(for: locale) : locale
        var payload = payload(locale)
        for member in members.members where payload[member.key] == nil {
            payload[member.key] = member.value
        }
        var compiler = TemplateCompiler(
            locale: TemplateLocale(locale), variables: variables, values: values)
        compiler.add(.object(payload))
        return PayloadTemplate(segments: compiler.segments())
    }
}

/// Compiles the payload of one language to segments.
struct TemplateCompiler {
    let locale: TemplateLocale
    let variables: [String: TemplateVariable]
    let values: [String: String]
    private var output = Output()
    /// Whether the current string is a URL, in which texts are percent-encoded.
    private var isInURL = false

    init(
        locale: TemplateLocale, variables: [String: TemplateVariable], values: [String: String]
    ) {
        self.locale = locale
        self.variables = variables
        self.values = values
    }

    /// Collects segments, and joins adjacent bytes into one segment.
    private struct Output {
        var segments: [PayloadSegment] = []
        var bytes: [UInt8] = []

        mutating func add(_ segment: PayloadSegment) {
            if case .bytes(let own) = segment {
                bytes += own
                return
            }
            flush()
            segments.append(segment)
        }

        mutating func flush() {
            if !bytes.isEmpty { segments.append(.bytes(bytes)) }
            bytes = []
        }
    }

    mutating func segments() -> [PayloadSegment] {
        output.flush()
        return output.segments
    }

    // MARK: JSON

    mutating func add(_ value: JSONValue) {
        switch value {
        case .null, .bool, .number: output.bytes += JSONWriter.write(value)
        case .string(let text): add(string: text)
        case .array(let elements):
            output.bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.bytes.append(UInt8(ascii: ",")) }
                add(element)
            }
            output.bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            output.bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.bytes.append(UInt8(ascii: ",")) }
                output.bytes += JSONWriter.write(.string(member.key))
                output.bytes.append(UInt8(ascii: ":"))
                add(member.value)
            }
            output.bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func add(string text: String) {
        // Texts are checked when the template is read; a text that is invalid is shown as it is.
        let parts = (try? TemplateText(text))?.parts ?? [.characters(text)]
        if parts.count == 1, case .value(let name, .json, _) = parts[0] {
            return add(value: name, .json, replacement: nil, to: &output)
        }
        output.bytes.append(UInt8(ascii: "\""))
        isInURL = Self.beginsWithScheme(parts)
        add(parts, count: nil, to: &output)
        isInURL = false
        output.bytes.append(UInt8(ascii: "\""))
    }

    // MARK: Texts

    /// - Parameter count: the variable that `#` shows.
    private func add(_ parts: [TemplateText.Part], count: String?, to output: inout Output) {
        for part in parts {
            switch part {
            case .characters(let text): output.bytes += Self.escaped(text)
            case .count:
                guard let count else { continue }
                add(value: count, .number(fractionDigits: nil), replacement: nil, to: &output)
            case .value(let name, let format, let replacement):
                add(value: name, format, replacement: replacement, to: &output)
            case .choice(let choice): add(choice, to: &output)
            }
        }
    }

    private func add(
        value name: String, _ format: TemplateText.Format, replacement: String?,
        to output: inout Output
    ) {
        let variable = variables[name]
        let style = style(format, variable)
        var standard: [UInt8]?
        if let replacement {
            standard = Self.escaped(replacement)
        } else if let value = variable?.standard {
            var bytes: [UInt8] = []
            if style.append(value, to: &bytes) { standard = bytes }
        }
        let place = PayloadSegment.Value(name: name, style: style, replacement: standard)
        var bytes: [UInt8] = []
        if let value = values[name], place.append(to: &bytes, value) {
            output.bytes += bytes
        } else {
            output.add(.value(place))
        }
    }

    private func add(_ choice: TemplateText.Choice, to output: inout Output) {
        var cases: [String: [PayloadSegment]] = [:]
        for one in choice.cases {
            var inner = Output()
            add(
                one.parts, count: choice.kind == .plural ? choice.name : nil, to: &inner)
            inner.flush()
            cases[one.selector] = inner.segments
        }
        let compiled = PayloadSegment.Choice(
            name: choice.name, plural: choice.kind == .plural ? locale.plural : nil,
            standard: variables[choice.name]?.standard, cases: cases)
        if let value = values[choice.name], let parts = compiled.parts(for: value) {
            for part in parts { output.add(part) }
        } else {
            output.add(.choice(compiled))
        }
    }

    private func style(
        _ format: TemplateText.Format, _ variable: TemplateVariable?
    ) -> PayloadSegment.Style {
        let lengthMax = variable?.lengthMax ?? TemplateVariable.lengthDefault
        switch (format, variable?.kind ?? .text) {
        case (.number(let digits), _):
            return .number(locale, isGrouped: true, fractionDigits: digits)
        case (.json, .flag): return .flag
        case (.plain, .text): return .text(lengthMax: lengthMax)
        case (.plain, _), (.json, _): return .plain
        case (.url, _): return .url(lengthMax: lengthMax)
        case (.standard, .text) where isInURL: return .url(lengthMax: lengthMax)
        case (.standard, .number) where isInURL: return .plain
        case (.standard, .date) where isInURL: return .isoDay
        case (.date, _): return .day(locale)
        case (.iso, _): return .isoDay
        case (.standard, .text): return .text(lengthMax: lengthMax)
        case (.standard, .number): return .number(locale, isGrouped: false, fractionDigits: nil)
        case (.standard, .date): return .day(locale)
        case (.standard, .flag): return .flag
        }
    }

    /// Whether a string begins with the scheme of a URL, such as `https://` or `example://`.
    private static func beginsWithScheme(_ parts: [TemplateText.Part]) -> Bool {
        guard case .characters(let text)? = parts.first,
            let end = text.firstRange(of: "://")?.lowerBound, end > text.startIndex
        else { return false }
        return text[..<end].utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
        }
    }

    /// Returns a text of the template, escaped for use inside a JSON string.
    private static func escaped(_ text: String) -> [UInt8] {
        Array(JSONWriter.write(.string(text)).dropFirst().dropLast())
    }
}

extension PayloadTemplate {
    /// A payload that is at least as long as any that can be rendered: every value has its largest
    /// length, and every choice its longest text.
    package var longest: [UInt8] { segments.flatMap { $0.longest(\.longest) } }

    /// The payload for checks by rules: ``longest``, but each number in JSON's form is the default
    /// of its variable, or 1. Rules about the range of a number cannot judge the longest one.
    package var checked: [UInt8] {
        segments.flatMap { segment in
            segment.longest { value in
                guard case .plain = value.style else { return value.longest }
                return value.replacement ?? [UInt8(ascii: "1")]
            }
        }
    }

    /// Returns the first variable, in the order of the payload, whose value is needed and missing;
    /// `nil` if the payload can be rendered.
    package func missing(_ values: [String: String]) -> String? {
        segments.lazy.compactMap { $0.missing(values) }.first
    }
}

extension PayloadSegment.Value {
    /// The longest bytes that replace the placeholder.
    fileprivate var longest: [UInt8] {
        let longest = style.longest
        guard let replacement, replacement.count > longest.count else { return longest }
        return replacement
    }
}

extension PayloadSegment {
    /// Returns the longest bytes that the segment can have.
    ///
    /// - Parameter bytesOfValue: returns the bytes in place of a value.
    fileprivate func longest(_ bytesOfValue: (Value) -> [UInt8]) -> [UInt8] {
        switch self {
        case .bytes(let bytes): return bytes
        case .value(let value): return bytesOfValue(value)
        case .choice(let choice):
            // Among equally long cases, the order of the selectors decides.
            return choice.cases.sorted { $0.key < $1.key }
                .map { entry in entry.value.flatMap { $0.longest(bytesOfValue) } }
                .max { $0.count < $1.count } ?? []
        }
    }

    fileprivate func missing(_ values: [String: String]) -> String? {
        switch self {
        case .bytes: return nil
        case .value(let value):
            var bytes: [UInt8] = []
            return value.append(to: &bytes, values[value.name]) ? nil : value.name
        case .choice(let choice):
            guard let parts = choice.parts(for: values[choice.name]) else { return choice.name }
            return parts.lazy.compactMap { $0.missing(values) }.first
        }
    }
}
