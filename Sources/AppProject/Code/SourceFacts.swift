// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax

/// The declarations and operations of a Swift file, by name. All branches of `#if` count, unless
/// they are excluded (``SwiftSource/seen(on:)``).
package struct SourceFacts: Sendable {
    /// The imported modules, without submodules.
    package internal(set) var imports: Set<String> = []
    /// The types and extensions in the order of the file, including nested ones.
    package internal(set) var types: [CodeType] = []
    /// The functions outside of types, by name.
    package internal(set) var globalFunctions: [CodeMethod] = []
    /// The string constants.
    package internal(set) var constants: [CodeConstant] = []
    /// The calls by the last name of the callee: `add` for `center.add(request)`.
    package internal(set) var calls: [String: [FunctionCallExprSyntax]] = [:]
    /// The names that are mentioned, with their nodes: `delegate` for `center.delegate`.
    package internal(set) var mentions: [String: [DeclReferenceExprSyntax]] = [:]
    /// The assignments by the last name of the target: `delegate` for `center.delegate = x`.
    package internal(set) var assignments: [String: [CodeAssignment]] = [:]
    /// The string literals.
    package internal(set) var strings: [StringLiteralExprSyntax] = []
    /// The expressions with an exclamation mark.
    package internal(set) var forceUnwraps: [ForceUnwrapExprSyntax] = []
    /// The names of types where a type is expected, for instance after a colon.
    package internal(set) var typeNames: [String: [TypeSyntax]] = [:]
    /// The names of attributes, for instance `AppStorage`, with their nodes.
    package internal(set) var attributes: [String: [AttributeSyntax]] = [:]

    /// - Parameter hidden: byte ranges that do not count.
    init(of tree: SourceFileSyntax, without hidden: [Range<Int>] = []) {
        let walk = SourceWalk(without: hidden)
        walk.walk(tree)
        self = walk.facts
    }

    init() {}
}

/// An assignment, `target = value`.
package struct CodeAssignment: Sendable {
    /// The left side, for instance `center.delegate`.
    package let target: ExprSyntax
    /// The right side, if it is a single expression.
    package let value: ExprSyntax
    /// The whole assignment.
    package let node: SequenceExprSyntax
}

/// The declaration of a type, or an extension of it.
package struct CodeType: Sendable {
    package enum Kind: String, Hashable, Sendable {
        case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`
    }

    /// The name, prefixed by those of the enclosing types: `OrderAttributes.ContentState`.
    package let name: String
    package let kind: Kind
    /// The names after the colon, without generic arguments.
    package let inherited: [String]
    /// The functions of the declaration itself; initializers are named `init`.
    package internal(set) var methods: [CodeMethod]
    package let members: MemberBlockItemListSyntax
    package let node: DeclSyntax
    /// The name for Objective-C, if `@objc(Name)` specifies one.
    package let objectiveCName: String?
    /// Whether it is marked with `@main`, `@UIApplicationMain` or `@NSApplicationMain`.
    package let isMain: Bool
}

/// A function or an initializer.
package struct CodeMethod: Sendable {
    /// The selector, for instance `application(_:didFinishLaunchingWithOptions:)`.
    package let selector: String
    package let baseName: String
    /// The names of the parameters inside the function; `_` for unnamed ones.
    package let parameters: [String]
    package let isAsync: Bool
    package let body: CodeBlockSyntax?
    package let node: DeclSyntax

    /// The node of its name in the source, or of `init`, for findings.
    package var nameNode: Syntax {
        if let function = node.as(FunctionDeclSyntax.self) { return Syntax(function.name) }
        if let initializer = node.as(InitializerDeclSyntax.self) {
            return Syntax(initializer.initKeyword)
        }
        return Syntax(node)
    }
}

/// A constant for a text.
package struct CodeConstant: Hashable, Sendable {
    /// The name, prefixed by those of the enclosing types: `PushCategoryID.message`.
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
