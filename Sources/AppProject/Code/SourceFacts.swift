// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax

/// What one Swift file declares and does, by name. Both sides of `#if` count, unless they are left
/// out (``SwiftSource/seen(on:)``).
public struct SourceFacts: Sendable {
    /// Modules that it imports, without submodules.
    public internal(set) var imports: Set<String> = []
    /// Types and extensions in the order of the file, nested ones too.
    public internal(set) var types: [CodeType] = []
    /// Functions outside of types, by name.
    public internal(set) var globalFunctions: [CodeMethod] = []
    /// String constants.
    public internal(set) var constants: [CodeConstant] = []
    /// Calls by the last name of what is called: `add` for `center.add(request)`.
    public internal(set) var calls: [String: [FunctionCallExprSyntax]] = [:]
    /// Names that are mentioned, with their places: `delegate` for `center.delegate`.
    public internal(set) var mentions: [String: [DeclReferenceExprSyntax]] = [:]
    /// Assignments by the last name of what is assigned to: `delegate` for `center.delegate = x`.
    public internal(set) var assignments: [String: [CodeAssignment]] = [:]
    /// String literals.
    public internal(set) var strings: [StringLiteralExprSyntax] = []
    /// Expressions with an exclamation mark.
    public internal(set) var forceUnwraps: [ForceUnwrapExprSyntax] = []
    /// Names of types where a type is expected, for instance after a colon.
    public internal(set) var typeNames: [String: [TypeSyntax]] = [:]
    /// Names of attributes, for instance `AppStorage`, with their places.
    public internal(set) var attributes: [String: [AttributeSyntax]] = [:]

    /// - Parameter hidden: bytes that do not count.
    init(of tree: SourceFileSyntax, without hidden: [Range<Int>] = []) {
        let walk = SourceWalk(without: hidden)
        walk.walk(tree)
        self = walk.facts
    }

    init() {}
}

/// `place = value`.
public struct CodeAssignment: Sendable {
    /// The left side, for instance `center.delegate`.
    public let target: ExprSyntax
    /// The right side as far as it is one expression.
    public let value: ExprSyntax
    /// The right side as it stands.
    public let node: SequenceExprSyntax
}

/// A type's declaration, or an extension of it.
public struct CodeType: Sendable {
    public enum Kind: String, Hashable, Sendable {
        case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`
    }

    /// With the names of the types around it: `OrderAttributes.ContentState`.
    public let name: String
    public let kind: Kind
    /// What stands after the colon, without arguments in angle brackets.
    public let inherited: [String]
    /// Functions of the declaration itself, initializers under `init`.
    public internal(set) var methods: [CodeMethod]
    public let members: MemberBlockItemListSyntax
    public let node: DeclSyntax
    /// The name for Objective-C, if `@objc(Name)` gives one.
    public let objectiveCName: String?
    /// Whether it is marked with `@main`, `@UIApplicationMain` or `@NSApplicationMain`.
    public let isMain: Bool
}

/// A function or an initializer.
public struct CodeMethod: Sendable {
    /// For instance `application(_:didFinishLaunchingWithOptions:)`.
    public let selector: String
    public let baseName: String
    /// Names of the parameters inside the function; `_` when one has none.
    public let parameters: [String]
    public let isAsync: Bool
    public let body: CodeBlockSyntax?
    public let node: DeclSyntax

    /// Its name in the source, or `init`, for findings.
    public var nameNode: Syntax {
        if let function = node.as(FunctionDeclSyntax.self) { return Syntax(function.name) }
        if let initializer = node.as(InitializerDeclSyntax.self) {
            return Syntax(initializer.initKeyword)
        }
        return Syntax(node)
    }
}

/// A name for a text.
public struct CodeConstant: Hashable, Sendable {
    /// With the types around it: `PushCategoryID.message`.
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
