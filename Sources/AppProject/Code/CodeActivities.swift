// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import PushLint
import SwiftSyntax

extension CodeIndex {
    /// The Live Activity types by name, with the properties that are decoded. For a type that
    /// implements `init(from:)` itself, no properties are recorded; see Apple's
    /// "ActivityAttributes".
    package var activities: [String: LintApp.Activity] {
        var found: [String: LintApp.Activity] = [:]
        for name in typeNames where type(name, is: "ActivityAttributes") {
            let isDeclared = type(name)?.contains { $0.type.kind != .extension } ?? false
            guard isDeclared else { continue }
            let last = name.split(separator: ".").last.map(String.init) ?? name
            found[last] = LintApp.Activity(
                attributes: properties(of: name),
                contentState: contentState(of: name).flatMap { properties(of: $0) })
        }
        return found
    }

    /// Returns the type to which `ContentState` refers.
    private func contentState(of name: String) -> String? {
        if type(name + ".ContentState") != nil { return name + ".ContentState" }
        for declaration in type(name) ?? [] {
            for member in declaration.type.members {
                guard let alias = member.decl.as(TypeAliasDeclSyntax.self),
                    alias.name.text == "ContentState"
                else { continue }
                let target = alias.initializer.value.bareName
                return [name + "." + target, target].first { type($0) != nil }
            }
        }
        return nil
    }

    /// Returns the properties that a synthesized `init(from:)` decodes; `nil` if they cannot be
    /// determined.
    private func properties(of name: String) -> [LintApp.Activity.Property]? {
        guard let declarations = type(name),
            let main = declarations.first(where: { $0.type.kind == .struct }),
            !declarations.contains(where: { $0.type.methods.contains { $0.decodes } })
        else { return nil }
        var properties: [LintApp.Activity.Property] = []
        for member in main.type.members {
            if member.decl.is(IfConfigDeclSyntax.self)
                || member.decl.is(MacroExpansionDeclSyntax.self)
            {
                return nil
            }
            guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
            guard let stored = variable.storedProperties else { return nil }
            properties += stored
        }
        guard let keys = codingKeys(of: name) else { return properties }
        return properties.compactMap { property in
            keys[property.key].map {
                LintApp.Activity.Property(
                    key: $0, type: property.type, isRequired: property.isRequired)
            }
        }
    }

    /// Returns the JSON keys that `CodingKeys` defines, by property name; `nil` if the type has no
    /// such enum.
    private func codingKeys(of name: String) -> [String: String]? {
        guard let declarations = type(name + ".CodingKeys") else { return nil }
        var keys: [String: String] = [:]
        for declaration in declarations {
            for member in declaration.type.members {
                guard let cases = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
                for element in cases.elements {
                    let name = element.name.identifier?.name ?? element.name.text
                    keys[name] = element.rawValue.flatMap { $0.value.constantText } ?? name
                }
            }
        }
        return keys
    }
}

extension CodeMethod {
    /// Whether this is the initializer `init(from:)` of `Decodable`.
    fileprivate var decodes: Bool { selector == "init(from:)" }
}

extension VariableDeclSyntax {
    /// The stored properties that are decoded; `nil` if an attribute, such as a property wrapper,
    /// may change how a property is decoded.
    fileprivate var storedProperties: [LintApp.Activity.Property]? {
        let words = modifiers.map(\.name.text)
        guard !words.contains("static"), !words.contains("class"), !words.contains("lazy") else {
            return []
        }
        let isStored = bindings.contains { !$0.isComputed }
        guard isStored else { return [] }
        guard attributes.isEmpty else { return nil }
        let isConstant = bindingSpecifier.text == "let"
        // In `var a, b: Int`, the annotation after the last name applies to all names.
        var type = ""
        var properties: [LintApp.Activity.Property] = []
        for binding in bindings.reversed() {
            if let annotation = binding.typeAnnotation { type = annotation.type.trimmedDescription }
            guard !binding.isComputed,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            else { continue }
            // A constant with an initial value is not decoded.
            if isConstant, binding.initializer != nil { continue }
            let value = type.isEmpty ? binding.initializer?.value.literalType ?? "" : type
            let isOptional = value.hasSuffix("?") || value.hasPrefix("Optional<")
            properties.append(
                LintApp.Activity.Property(
                    key: name.identifier?.name ?? name.text, type: value,
                    isRequired: !isOptional))
        }
        return properties.reversed()
    }
}

extension PatternBindingSyntax {
    fileprivate var isComputed: Bool {
        switch accessorBlock?.accessors {
        case .getter: true
        case .accessors(let list):
            list.contains { ["get", "_read", "unsafeAddress"].contains($0.accessorSpecifier.text) }
        case nil: false
        }
    }
}

extension ExprSyntax {
    /// The type that Swift infers for a literal; `nil` for other expressions.
    fileprivate var literalType: String? {
        switch kind {
        case .stringLiteralExpr: "String"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .booleanLiteralExpr: "Bool"
        default: nil
        }
    }
}
