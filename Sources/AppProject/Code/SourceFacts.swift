// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax

/// The declarations and operations of a Swift file, by name. All branches of `#if` count, unless
/// they are excluded (``SwiftSource/seen(on:)``).
public struct SourceFacts: Sendable {
    /// The imported modules, without submodules.
    public internal(set) var imports: Set<String> = []
    /// The types and extensions in the order of the file, including nested ones.
    public internal(set) var types: [CodeType] = []
    /// The functions outside of types, by name.
    public internal(set) var globalFunctions: [CodeMethod] = []
    /// The string constants.
    public internal(set) var constants: [CodeConstant] = []
    /// The calls by the last name of the callee: `add` for `center.add(request)`.
    public internal(set) var calls: [String: [FunctionCallExprSyntax]] = [:]
    /// The names that are mentioned, with their nodes: `delegate` for `center.delegate`.
    public internal(set) var mentions: [String: [DeclReferenceExprSyntax]] = [:]
    /// The assignments by the last name of the target: `delegate` for `center.delegate = x`.
    public internal(set) var assignments: [String: [CodeAssignment]] = [:]
    /// The string literals.
    public internal(set) var strings: [StringLiteralExprSyntax] = []
    /// The expressions with an exclamation mark.
    public internal(set) var forceUnwraps: [ForceUnwrapExprSyntax] = []
    /// The names of types where a type is expected, for instance after a colon.
    public internal(set) var typeNames: [String: [TypeSyntax]] = [:]
    /// The names of attributes, for instance `AppStorage`, with their nodes.
    public internal(set) var attributes: [String: [AttributeSyntax]] = [:]

    /// - Parameter hidden: byte ranges that do not count.
    init(of tree: SourceFileSyntax, without hidden: [Range<Int>] = []) {
        let walk = SourceWalk(without: hidden)
        walk.walk(tree)
        self = walk.facts
    }

    init() {}
}

/// An assignment, `target = value`.
public struct CodeAssignment: Sendable {
    /// The left side, for instance `center.delegate`.
    public let target: ExprSyntax
    /// The right side, if it is a single expression.
    public let value: ExprSyntax
    /// The whole assignment.
    public let node: SequenceExprSyntax
}

/// The declaration of a type, or an extension of it.
public struct CodeType: Sendable {
    public enum Kind: String, Hashable, Sendable {
        case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`
    }

    /// The name, prefixed by those of the enclosing types: `OrderAttributes.ContentState`.
    public let name: String
    public let kind: Kind
    /// The names after the colon, without generic arguments.
    public let inherited: [String]
    /// The functions of the declaration itself; initializers are named `init`.
    public internal(set) var methods: [CodeMethod]
    public let members: MemberBlockItemListSyntax
    public let node: DeclSyntax
    /// The name for Objective-C, if `@objc(Name)` specifies one.
    public let objectiveCName: String?
    /// Whether it is marked with `@main`, `@UIApplicationMain` or `@NSApplicationMain`.
    public let isMain: Bool
}

/// A function or an initializer.
public struct CodeMethod: Sendable {
    /// The selector, for instance `application(_:didFinishLaunchingWithOptions:)`.
    public let selector: String
    public let baseName: String
    /// The names of the parameters inside the function; `_` for unnamed ones.
    public let parameters: [String]
    public let isAsync: Bool
    public let body: CodeBlockSyntax?
    public let node: DeclSyntax

    /// The node of its name in the source, or of `init`, for findings.
    public var nameNode: Syntax {
        if let function = node.as(FunctionDeclSyntax.self) { return Syntax(function.name) }
        if let initializer = node.as(InitializerDeclSyntax.self) {
            return Syntax(initializer.initKeyword)
        }
        return Syntax(node)
    }
}

/// A constant for a text.
public struct CodeConstant: Hashable, Sendable {
    /// The name, prefixed by those of the enclosing types: `PushCategoryID.message`.
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
