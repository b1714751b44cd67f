// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftParser
package import SwiftSyntax

extension TypeSyntaxProtocol {
    /// The name of the type without generic arguments, attributes, `any` and `some`.
    package var bareName: String { bareNames.first ?? trimmedDescription }

    /// The names of the type. For a composition with `&`, these are the names of all its parts;
    /// otherwise, there is one name.
    package var bareNames: [String] {
        let type = TypeSyntax(self)
        if let named = type.as(IdentifierTypeSyntax.self) { return [named.name.text] }
        if let member = type.as(MemberTypeSyntax.self) {
            return [member.baseType.bareName + "." + member.name.text]
        }
        if let some = type.as(SomeOrAnyTypeSyntax.self) { return some.constraint.bareNames }
        if let attributed = type.as(AttributedTypeSyntax.self) {
            return attributed.baseType.bareNames
        }
        if let composed = type.as(CompositionTypeSyntax.self) {
            return composed.elements.flatMap { $0.type.bareNames }
        }
        return [trimmedDescription]
    }
}

extension FunctionCallExprSyntax {
    /// The last name of the callee, which is `add` for `center.add(request)`.
    package var calledName: String? { calledExpression.lastName }

    /// The expression before the last dot of the callee, which is `center` for
    /// `center.add(request)`.
    package var base: ExprSyntax? { calledExpression.base }

    /// Returns the argument with a label, including a labelled trailing closure.
    package subscript(label: String) -> ExprSyntax? {
        if let argument = arguments.first(where: { $0.label?.text == label }) {
            return argument.expression
        }
        return additionalTrailingClosures.first { $0.label.text == label }
            .map { ExprSyntax($0.closure) }
    }

    /// The labels of the arguments in the parentheses; `_` for an argument without a label.
    package var labels: [String] { arguments.map { $0.label?.text ?? "_" } }

    /// All closures that are passed as arguments.
    package var closures: [ClosureExprSyntax] {
        arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
            + [trailingClosure].compactMap { $0 } + additionalTrailingClosures.map(\.closure)
    }
}

extension ExprSyntaxProtocol {
    /// The last identifier of the expressions `a`, `x.a`, `x?.a`, `a!` and `a<T>`; `nil` for other
    /// expressions.
    package var lastName: String? {
        let node = ExprSyntax(self)
        if let name = node.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        if let member = node.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text
        }
        if let chain = node.as(OptionalChainingExprSyntax.self) { return chain.expression.lastName }
        if let force = node.as(ForceUnwrapExprSyntax.self) { return force.expression.lastName }
        if let generic = node.as(GenericSpecializationExprSyntax.self) {
            return generic.expression.lastName
        }
        return nil
    }

    /// The expression before the last dot.
    package var base: ExprSyntax? {
        let node = ExprSyntax(self)
        if let chain = node.as(OptionalChainingExprSyntax.self) { return chain.expression.base }
        if let force = node.as(ForceUnwrapExprSyntax.self) { return force.expression.base }
        return node.as(MemberAccessExprSyntax.self)?.base
    }

    /// The expression without surrounding parentheses, and without `try` and `await`.
    package var stripped: ExprSyntax {
        let node = ExprSyntax(self)
        if let effect = node.as(TryExprSyntax.self) { return effect.expression.stripped }
        if let effect = node.as(AwaitExprSyntax.self) { return effect.expression.stripped }
        if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first
        {
            return only.expression.stripped
        }
        return node
    }

    /// The text of a binary operator, such as `&&`; `nil` for other expressions.
    package var operatorText: String? {
        ExprSyntax(self).as(BinaryOperatorExprSyntax.self)?.operator.text
    }

    /// The value of a string literal without interpolation. The literal may also be the only
    /// argument of an initializer, as in `PushCategoryID("ORDER")` or `.init(rawValue: "ORDER")`.
    var constantText: String? {
        let node = ExprSyntax(self)
        if let literal = node.as(StringLiteralExprSyntax.self) {
            return literal.representedLiteralValue
        }
        guard let call = node.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            let argument = call.arguments.first,
            argument.label.map({ $0.text == "rawValue" }) ?? true,
            let name = call.calledName, name == "init" || name.first?.isUppercase == true
        else { return nil }
        return argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

extension ArraySlice<ExprSyntax> {
    /// Returns the operands of an operator, each with its own operators, in the elements of a
    /// sequence such as `a && b || c`.
    package func operands(of joint: String) -> [ArraySlice] {
        split(omittingEmptySubsequences: false) { $0.operatorText == joint }
    }
}

extension PatternBindingSyntax {
    /// The string value of a `let` or of a computed property; `nil` for a `var` with an initial
    /// value, because its value may change later.
    var constantText: String? {
        if let initializer {
            let variable = parent?.parent?.as(VariableDeclSyntax.self)
            guard variable?.bindingSpecifier.tokenKind == .keyword(.let) else { return nil }
            return initializer.value.constantText
        }
        return accessorBlock?.constantText
    }
}

extension AccessorBlockSyntax {
    /// The string that a computed property returns, if its body is a single literal.
    var constantText: String? {
        guard case .getter(let items) = accessors, items.count == 1, let item = items.first else {
            return nil
        }
        if let statement = item.item.as(ReturnStmtSyntax.self) {
            return statement.expression?.constantText
        }
        return item.item.as(ExprSyntax.self)?.constantText
    }
}

extension SyntaxProtocol {
    /// The function or initializer that encloses the node, even if the node is inside closures.
    package var enclosingFunction: DeclSyntax? {
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node else { return nil }
            if node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self) {
                return DeclSyntax(node)
            }
            if node.isProtocol((any DeclGroupSyntax).self) { return nil }
        }
        return nil
    }

    /// The closures that enclose a node, beginning with the innermost closure, up to the enclosing
    /// function or type.
    package var enclosingClosures: [ClosureExprSyntax] {
        var closures: [ClosureExprSyntax] = []
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node, !node.is(FunctionDeclSyntax.self),
                !node.is(InitializerDeclSyntax.self), !node.isProtocol((any DeclGroupSyntax).self)
            else { break }
            if let closure = node.as(ClosureExprSyntax.self) { closures.append(closure) }
        }
        return closures
    }

    /// The innermost type declaration or extension that encloses a node.
    package var enclosingType: DeclSyntax? {
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node else { return nil }
            if node.isProtocol((any DeclGroupSyntax).self) { return DeclSyntax(node) }
        }
        return nil
    }
}

extension ClosureExprSyntax {
    /// The call that receives the closure as an argument.
    package var receivingCall: FunctionCallExprSyntax? {
        if let call = parent?.as(FunctionCallExprSyntax.self) { return call }
        if let labelled = parent?.as(LabeledExprSyntax.self) {
            return labelled.parent?.parent?.as(FunctionCallExprSyntax.self)
        }
        return parent?.as(MultipleTrailingClosureElementSyntax.self)?.parent?.parent?
            .as(FunctionCallExprSyntax.self)
    }

    /// The parameter names of the closure as they are written, including `_`; empty if the closure
    /// names no parameters.
    package var parameterNames: [String] {
        switch signature?.parameterClause {
        case .simpleInput(let list): list.map { $0.name.text }
        case .parameterClause(let clause):
            clause.parameters.map { ($0.secondName ?? $0.firstName).text }
        case nil: []
        }
    }
}
