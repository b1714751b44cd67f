// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import SwiftSyntax

/// The declarations and operations in the Swift files of one app, extension or library.
///
/// The index contains names without type information. If only a compiler could decide a question,
/// the question remains undecided.
package struct CodeIndex: Sendable {
    package let sources: [SwiftSource]
    /// The declarations and extensions of each type, by name. The name of a nested type has the
    /// form `Outer.Inner`.
    private let declarations: [String: [Declaration]]
    private let constants: [String: [CodeConstant]]
    /// The declarations in the remaining Swift files of the target, which were not parsed.
    private let unparsed: SwiftDeclarations

    /// A declaration and its location.
    package struct Declaration: Sendable {
        package let type: CodeType
        package let source: SwiftSource

        package init(type: CodeType, source: SwiftSource) {
            self.type = type
            self.source = source
        }
    }

    /// A node and its location.
    package struct Occurrence<Node: Sendable>: Sendable {
        package let node: Node
        package let source: SwiftSource

        package init(node: Node, source: SwiftSource) {
            self.node = node
            self.source = source
        }
    }

    package init(_ sources: [SwiftSource]) { self.init(sources, unparsed: SwiftDeclarations()) }

    init(_ sources: [SwiftSource], unparsed: SwiftDeclarations) {
        self.sources = sources
        self.unparsed = unparsed
        var declarations: [String: [Declaration]] = [:]
        var constants: [String: [CodeConstant]] = [:]
        for source in sources {
            for type in source.facts.types {
                declarations[type.name, default: []].append(
                    Declaration(type: type, source: source))
            }
            for constant in source.facts.constants {
                let last = constant.name.split(separator: ".").last.map(String.init)
                constants[last ?? constant.name, default: []].append(constant)
            }
        }
        self.declarations = declarations
        self.constants = constants
    }

    package var imports: Set<String> {
        sources.reduce(into: []) { $0.formUnion($1.facts.imports) }
    }

    /// The names of all types that are declared or extended.
    package var typeNames: [String] { declarations.keys.sorted() }

    /// Returns the declaration of a type and its extensions; `nil` if these files contain neither.
    package func type(_ name: String) -> [Declaration]? { declarations[name] }

    /// Returns the types of the given kinds, without extensions, in the order of the files.
    package func types(_ kinds: CodeType.Kind...) -> [Declaration] {
        sources.flatMap { source in
            source.facts.types.filter { kinds.contains($0.kind) }
                .map { Declaration(type: $0, source: source) }
        }
    }

    /// Returns the calls whose callee ends in one of the given names.
    package func calls(_ names: String...) -> [Occurrence<FunctionCallExprSyntax>] {
        collect { facts in names.flatMap { facts.calls[$0] ?? [] } }
    }

    /// Returns the places where code refers to one of the given names.
    package func mentions(_ names: String...) -> [Occurrence<DeclReferenceExprSyntax>] {
        collect { facts in names.flatMap { facts.mentions[$0] ?? [] } }
    }

    /// Returns the assignments whose target ends in one of the given names.
    package func assignments(to names: String...) -> [Occurrence<CodeAssignment>] {
        collect { facts in names.flatMap { facts.assignments[$0] ?? [] } }
    }

    package var strings: [Occurrence<StringLiteralExprSyntax>] { collect(\.strings) }

    package var forceUnwraps: [Occurrence<ForceUnwrapExprSyntax>] { collect(\.forceUnwraps) }

    package func attributes(_ names: String...) -> [Occurrence<AttributeSyntax>] {
        collect { facts in names.flatMap { facts.attributes[$0] ?? [] } }
    }

    /// Returns whether one of the given names occurs in the code, as a value or as a type.
    package func uses(_ names: String...) -> Bool {
        sources.contains { source in
            names.contains {
                source.facts.mentions[$0] != nil || source.facts.typeNames[$0] != nil
            }
        }
    }

    /// Returns the methods of all types that have one of the given selectors, for instance
    /// `application(_:didFinishLaunchingWithOptions:)`.
    package func methods(_ selectors: String...) -> [Occurrence<CodeMethod>] {
        collect { facts in
            facts.types.flatMap(\.methods).filter { selectors.contains($0.selector) }
        }
    }

    /// Returns the methods and global functions with the given base name.
    package func functions(named name: String) -> [Occurrence<CodeMethod>] {
        collect { facts in
            (facts.types.flatMap(\.methods) + facts.globalFunctions)
                .filter { $0.baseName == name }
        }
    }

    /// Returns whether a file that was not parsed also declares a function with this name.
    package func mayDeclareElsewhere(function name: String) -> Bool {
        !unparsed.files(ofFunction: name).isEmpty
    }

    /// Returns whether a file that was not parsed also declares a type with this name.
    package func mayDeclareElsewhere(type name: String) -> Bool {
        !unparsed.files(ofType: name).isEmpty
    }

    /// Returns the names of a type's superclasses and protocols. They include names that are
    /// inherited through other types in these files.
    package func ancestors(of name: String) -> Set<String> {
        var found: Set<String> = []
        var queue = [name]
        while let next = queue.popLast() {
            for declaration in declarations[next] ?? [] {
                for parent in declaration.type.inherited where found.insert(parent).inserted {
                    queue.append(parent)
                }
            }
        }
        return found
    }

    /// Returns whether a type inherits from a class or conforms to a protocol, as far as these
    /// files show.
    package func type(_ name: String, is parent: String) -> Bool {
        ancestors(of: name).contains(parent)
    }

    /// Returns the string value of an expression: a literal, a string constant, or the raw value of
    /// an enum case in these files. Returns `nil` if the value is uncertain.
    package func text(of expression: ExprSyntax) -> String? {
        let expression = expression.stripped
        if let text = expression.constantText { return text }
        if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            let argument = call.arguments.first?.expression,
            call.calledName == "init" || call.calledName?.first?.isUppercase == true
        {
            return text(of: argument)
        }
        guard let name = expression.lastName else { return nil }
        if name == "rawValue" || name == "identifier" || name == "id",
            let base = expression.base, let text = text(of: base)
        {
            return text
        }
        let isReference =
            expression.is(DeclReferenceExprSyntax.self)
            || expression.is(MemberAccessExprSyntax.self)
        guard isReference else { return nil }
        if expression.is(DeclReferenceExprSyntax.self) {
            switch expression.localMeaning(of: name) {
            case .text(let value): return value
            case .unknown: return nil
            case .none: break
            }
        }
        guard let candidates = constants[name] else { return nil }
        let base = expression.base?.lastName
        if base == "Self" || base == "self" || expression.is(DeclReferenceExprSyntax.self) {
            return value(of: candidates.filter { isVisible($0, from: expression) })
        }
        // Only the compiler can determine to which type `.name` belongs.
        guard let base else { return value(of: candidates) }
        let suffix = base + "." + name
        return value(
            of: candidates.filter { $0.name == suffix || $0.name.hasSuffix("." + suffix) })
    }

    private func value(of candidates: [CodeConstant]) -> String? {
        let values = Set(candidates.map(\.value))
        return values.count == 1 ? values.first : nil
    }

    /// Returns whether an expression can refer to a constant without a prefix, because the constant
    /// is global, a member of a type that encloses the expression, or a member that such a type
    /// inherits.
    private func isVisible(_ constant: CodeConstant, from node: ExprSyntax) -> Bool {
        guard let stop = constant.name.lastIndex(of: ".") else { return true }
        let owner = constant.name[..<stop].split(separator: ".").last.map(String.init) ?? ""
        return sequence(first: node.enclosingType, next: { $0?.enclosingType }).contains { type in
            guard let type else { return false }
            let name =
                type.as(ExtensionDeclSyntax.self)?.extendedType.bareName
                ?? type.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
            let last = name.split(separator: ".").last.map(String.init) ?? name
            return last == owner || ancestors(of: name).contains(owner)
        }
    }

    private func collect<Node: Sendable>(
        _ nodes: (SourceFacts) -> [Node]
    ) -> [Occurrence<Node>] {
        sources.flatMap { source in
            nodes(source.facts).map { Occurrence(node: $0, source: source) }
        }
    }
}

extension CodeIndex.Occurrence where Node: SyntaxProtocol {
    package var location: Diagnostic.Location { source.location(of: node) }
}
