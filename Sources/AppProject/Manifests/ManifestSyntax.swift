// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import SwiftParser
import SwiftSyntax

/// A manifest written in Swift. The manifest is not run. Only calls, literals, constants, and lists
/// that are joined from other lists or built by a simple closure are read.
struct ManifestSyntax {
    /// The maximum nesting depth of the expressions that define a value. A reference to a constant,
    /// an interpolation, a `+`, a closure and a wrapping call each add a level.
    private static let depthMax = 16

    let source: SwiftSource
    private let constants: [String: ExprSyntax]
    let steps = ManifestSteps()

    /// Reads a manifest. A manifest that exceeds ``SourceLimits`` is treated as empty; the code
    /// that reads Swift sources reports it.
    init(_ text: SourceText) {
        source = SwiftSource(text)
        var constants: [String: ExprSyntax] = [:]
        for item in source.tree.statements {
            guard let declaration = item.item.as(VariableDeclSyntax.self) else { continue }
            for binding in declaration.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self),
                    let value = binding.initializer?.value
                else { continue }
                constants[name.identifier.text] = value
            }
        }
        self.constants = constants
    }

    /// Returns the first call with the given name anywhere in the manifest, for instance
    /// `Package(…)`.
    func call(of name: String) -> FunctionCallExprSyntax? {
        let finder = CallFinder(name: name)
        finder.walk(source.tree)
        return finder.found
    }

    /// Returns an expression as a call. If the expression is a constant, returns the call that
    /// defines the constant.
    func call(_ expression: ExprSyntax, depth: Int = 0) -> FunctionCallExprSyntax? {
        if let call = expression.as(FunctionCallExprSyntax.self) { return call }
        guard depth < Self.depthMax,
            let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return nil }
        return constants[name].flatMap { call($0, depth: depth + 1) }
    }

    /// Returns the expressions that the manifest's code appends to a list, as in
    /// `package.targets.append(…)`. Conditional code is included.
    func appended(to list: String) -> [ExprSyntax] {
        let finder = AppendFinder(list: list)
        finder.walk(source.tree)
        return finder.found.flatMap { argument in
            argument.label == nil
                ? [argument.expression] : elements(argument.expression) ?? []
        }
    }

    func location(of node: some SyntaxProtocol) -> Diagnostic.Location {
        source.location(of: node)
    }

    /// Returns the string value of an expression. Returns `nil` if the value can be determined only
    /// by running the manifest.
    func string(_ expression: ExprSyntax?, depth: Int = 0) -> String? {
        guard let expression, depth < Self.depthMax, steps.take() else { return nil }
        if let literal = expression.as(StringLiteralExprSyntax.self) {
            var text = ""
            for segment in literal.segments {
                switch segment {
                case .stringSegment(let part):
                    guard steps.take(toCopy: part.content.text) else { return nil }
                    text += part.content.text
                case .expressionSegment(let part):
                    guard
                        let value = string(part.expressions.first?.expression, depth: depth + 1)
                    else { return nil }
                    text += value
                }
            }
            return text
        }
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return string(constants[name], depth: depth + 1)
        }
        // Tuist wraps strings in calls, such as .string("…"), .file(path: "…") and
        // .relativeToRoot("…").
        if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            ["string", "file", "path", "relativeToManifest", "glob"].contains(Self.name(of: call))
        {
            return string(call.arguments.first?.expression, depth: depth + 1)
        }
        return nil
    }

    /// Returns the elements of an array literal, of a constant defined by an array literal, of a
    /// concatenation of arrays, or of a list that a closure builds. Returns `nil` if they cannot be
    /// read.
    func elements(_ expression: ExprSyntax?, depth: Int = 0) -> [ExprSyntax]? {
        guard let expression, depth < Self.depthMax, steps.take() else { return nil }
        if let array = expression.as(ArrayExprSyntax.self) {
            return steps.take(array.elements.count) ? array.elements.map(\.expression) : nil
        }
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return elements(constants[name], depth: depth + 1)
        }
        if let sequence = expression.as(SequenceExprSyntax.self) {
            let parts = sequence.elements.lazy.filter { !$0.is(BinaryOperatorExprSyntax.self) }
            return joinedElements(parts, depth: depth + 1)
        }
        if let call = expression.as(FunctionCallExprSyntax.self) {
            return builtElements(call, depth: depth + 1)
        }
        return nil
    }

    /// Returns a literal in a manifest as a property list value. Values that cannot be determined
    /// are omitted.
    func value(_ expression: ExprSyntax?, depth: Int = 0) -> PlistValue? {
        guard let expression, depth < Self.depthMax, steps.take() else { return nil }
        if let text = string(expression) { return .string(text) }
        if let flag = expression.as(BooleanLiteralExprSyntax.self) {
            return .bool(flag.literal.text == "true")
        }
        if let number = expression.as(IntegerLiteralExprSyntax.self) {
            return Int(number.literal.text.filter { $0 != "_" }).map { .integer($0) }
        }
        if let dictionary = expression.as(DictionaryExprSyntax.self) {
            guard case .elements(let elements) = dictionary.content else { return .dictionary([:]) }
            var values: [String: PlistValue] = [:]
            for element in elements {
                guard let key = string(element.key) else { continue }
                values[key] = value(element.value, depth: depth + 1)
            }
            return .dictionary(values)
        }
        if let elements = elements(expression) {
            return .array(elements.compactMap { value($0, depth: depth + 1) })
        }
        if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            ["array", "dictionary", "boolean", "integer"].contains(Self.name(of: call))
        {
            return value(call.arguments.first?.expression, depth: depth + 1)
        }
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return value(constants[name], depth: depth + 1)
        }
        return nil
    }

    /// Returns the name of the callee, which is `target` for `.target(…)` and `Package` for
    /// `Package(…)`.
    static func name(of call: FunctionCallExprSyntax) -> String {
        if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text
        }
        return call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    }

    /// Returns the name of a member reference that is not called, for instance `app` for `.app`.
    static func member(_ expression: ExprSyntax?) -> String? {
        expression?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
}

extension FunctionCallExprSyntax {
    /// Returns the expression of the argument with a label, without trailing closures.
    func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

private final class CallFinder: SyntaxVisitor {
    let name: String
    var found: FunctionCallExprSyntax?

    init(name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if found == nil, ManifestSyntax.name(of: node) == name { found = node }
        return found == nil ? .visitChildren : .skipChildren
    }
}

/// Finds the arguments of `list.append(…)`.
private final class AppendFinder: SyntaxVisitor {
    let list: String
    private(set) var found: [LabeledExprSyntax] = []

    init(list: String) {
        self.list = list
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledName == "append", node.base?.trimmedDescription == list,
            let argument = node.arguments.first
        {
            found.append(argument)
        }
        return .visitChildren
    }
}
