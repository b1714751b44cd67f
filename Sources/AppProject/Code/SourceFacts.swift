// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax

/// The declarations and operations of a Swift file, by name. All `#if` branches are included,
/// except the branches that ``SwiftSource/seen(on:)`` excludes.
package struct SourceFacts: Sendable {
    /// The names of the imported modules, without submodules.
    package internal(set) var imports: Set<String> = []
    /// The types and extensions in the order of the file, including nested types and extensions.
    package internal(set) var types: [CodeType] = []
    /// The functions outside of types, by name.
    package internal(set) var globalFunctions: [CodeMethod] = []
    package internal(set) var constants: [CodeConstant] = []
    /// The calls by the last name of the callee, which is `add` for `center.add(request)`.
    package internal(set) var calls: [String: [FunctionCallExprSyntax]] = [:]
    /// The references by name, which is `delegate` for `center.delegate`.
    package internal(set) var mentions: [String: [DeclReferenceExprSyntax]] = [:]
    /// The assignments by the last name of the target, which is `delegate` for `center.delegate =
    /// x`.
    package internal(set) var assignments: [String: [CodeAssignment]] = [:]
    package internal(set) var strings: [StringLiteralExprSyntax] = []
    /// The expressions that `!` force-unwraps.
    package internal(set) var forceUnwraps: [ForceUnwrapExprSyntax] = []
    /// The references to types by name, in positions where the syntax requires a type, for instance
    /// after a colon.
    package internal(set) var typeNames: [String: [TypeSyntax]] = [:]
    /// The attributes by name, for instance `AppStorage`.
    package internal(set) var attributes: [String: [AttributeSyntax]] = [:]

    /// - Parameter hidden: the byte ranges to ignore.
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

    /// The name, prefixed by the names of the enclosing types, for instance
    /// `OrderAttributes.ContentState`.
    package let name: String
    package let kind: Kind
    /// The superclass and protocols after the colon, without generic arguments.
    package let inherited: [String]
    /// The functions in this declaration, without functions in extensions. Initializers have the
    /// name `init`.
    package internal(set) var methods: [CodeMethod]
    package let members: MemberBlockItemListSyntax
    package let node: DeclSyntax
    /// The name for Objective-C, if `@objc(Name)` specifies one.
    package let objectiveCName: String?
    /// Whether the type has the attribute `@main`, `@UIApplicationMain` or `@NSApplicationMain`.
    package let isMain: Bool
}

/// A function or an initializer.
package struct CodeMethod: Sendable {
    /// The selector, for instance `application(_:didFinishLaunchingWithOptions:)`.
    package let selector: String
    package let baseName: String
    /// The names of the parameters inside the function; `_` for an unnamed parameter.
    package let parameters: [String]
    package let isAsync: Bool
    package let body: CodeBlockSyntax?
    package let node: DeclSyntax

    /// The node of the function's name, or of the keyword `init`, to which findings refer.
    package var nameNode: Syntax {
        if let function = node.as(FunctionDeclSyntax.self) { return Syntax(function.name) }
        if let initializer = node.as(InitializerDeclSyntax.self) {
            return Syntax(initializer.initKeyword)
        }
        return Syntax(node)
    }
}

/// A string constant.
package struct CodeConstant: Hashable, Sendable {
    /// The name, prefixed by the names of the enclosing types, for instance
    /// `PushCategoryID.message`.
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
