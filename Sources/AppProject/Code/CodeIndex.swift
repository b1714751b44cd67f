// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import SwiftSyntax

/// What the Swift files of one app, extension or library together declare and do.
///
/// It knows names, not types: what needs a compiler to be sure of is left open.
public struct CodeIndex: Sendable {
    public let sources: [SwiftSource]
    /// Types by name, declarations and extensions together; `Outer.Inner` for nested ones.
    private let declarations: [String: [Declaration]]
    private let constants: [String: [CodeConstant]]
    /// What files declare that belong to these and were not parsed.
    private let unparsed: SwiftDeclarations

    /// One declaration and where it stands.
    public struct Declaration: Sendable {
        public let type: CodeType
        public let source: SwiftSource

        public init(type: CodeType, source: SwiftSource) {
            self.type = type
            self.source = source
        }
    }

    /// A node and where it stands.
    public struct Place<Node: Sendable>: Sendable {
        public let node: Node
        public let source: SwiftSource

        public init(node: Node, source: SwiftSource) {
            self.node = node
            self.source = source
        }
    }

    public init(_ sources: [SwiftSource]) { self.init(sources, unparsed: SwiftDeclarations()) }

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

    public var imports: Set<String> {
        sources.reduce(into: []) { $0.formUnion($1.facts.imports) }
    }

    /// Names of all types that are declared or extended.
    public var typeNames: [String] { declarations.keys.sorted() }

    /// A type with its extensions; `nil` when neither is here.
    public func type(_ name: String) -> [Declaration]? { declarations[name] }

    /// Types of a kind, without extensions, in the order of the files.
    public func types(_ kinds: CodeType.Kind...) -> [Declaration] {
        sources.flatMap { source in
            source.facts.types.filter { kinds.contains($0.kind) }
                .map { Declaration(type: $0, source: source) }
        }
    }

    /// Calls whose last name is one of some.
    public func calls(_ names: String...) -> [Place<FunctionCallExprSyntax>] {
        collect { facts in names.flatMap { facts.calls[$0] ?? [] } }
    }

    /// Places where one of some names is mentioned in code.
    public func mentions(_ names: String...) -> [Place<DeclReferenceExprSyntax>] {
        collect { facts in names.flatMap { facts.mentions[$0] ?? [] } }
    }

    /// Assignments to one of some names.
    public func assignments(to names: String...) -> [Place<CodeAssignment>] {
        collect { facts in names.flatMap { facts.assignments[$0] ?? [] } }
    }

    public var strings: [Place<StringLiteralExprSyntax>] { collect(\.strings) }

    public var forceUnwraps: [Place<ForceUnwrapExprSyntax>] { collect(\.forceUnwraps) }

    public func attributes(_ names: String...) -> [Place<AttributeSyntax>] {
        collect { facts in names.flatMap { facts.attributes[$0] ?? [] } }
    }

    /// Whether one of some names is mentioned anywhere, as value or as type.
    public func uses(_ names: String...) -> Bool {
        sources.contains { source in
            names.contains {
                source.facts.mentions[$0] != nil || source.facts.typeNames[$0] != nil
            }
        }
    }

    /// Methods with a selector, in all types: `application(_:didFinishLaunchingWithOptions:)`.
    public func methods(_ selectors: String...) -> [Place<CodeMethod>] {
        collect { facts in
            facts.types.flatMap(\.methods).filter { selectors.contains($0.selector) }
        }
    }

    /// Methods and global functions of a base name.
    public func functions(named name: String) -> [Place<CodeMethod>] {
        collect { facts in
            (facts.types.flatMap(\.methods) + facts.globalFunctions)
                .filter { $0.baseName == name }
        }
    }

    /// Whether a file that was not parsed declares a function of a name, too.
    public func mayDeclareElsewhere(function name: String) -> Bool {
        !unparsed.files(ofFunction: name).isEmpty
    }

    /// Everything that a type inherits from or conforms to, through the types of these files.
    public func ancestors(of name: String) -> Set<String> {
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

    /// Whether a type inherits from a class, or conforms to a protocol, as far as can be seen.
    public func type(_ name: String, is parent: String) -> Bool {
        ancestors(of: name).contains(parent)
    }

    /// The text that an expression stands for: a literal, a string constant or an enum's raw
    /// value of these files; `nil` when that is not certain.
    public func text(of expression: ExprSyntax) -> String? {
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
        // Of `.name` only the compiler knows the type.
        guard let base else { return value(of: candidates) }
        let suffix = base + "." + name
        return value(
            of: candidates.filter { $0.name == suffix || $0.name.hasSuffix("." + suffix) })
    }

    private func value(of candidates: [CodeConstant]) -> String? {
        let values = Set(candidates.map(\.value))
        return values.count == 1 ? values.first : nil
    }

    /// Whether a constant can be meant by its name alone: it is global, or a member of a type
    /// around the place or of one that such a type inherits from.
    private func isVisible(_ constant: CodeConstant, from place: ExprSyntax) -> Bool {
        guard let stop = constant.name.lastIndex(of: ".") else { return true }
        let owner = constant.name[..<stop].split(separator: ".").last.map(String.init) ?? ""
        return sequence(first: place.enclosingType, next: { $0?.enclosingType }).contains { type in
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
    ) -> [Place<Node>] {
        sources.flatMap { source in
            nodes(source.facts).map { Place(node: $0, source: source) }
        }
    }
}

extension CodeIndex.Place where Node: SyntaxProtocol {
    public var location: Diagnostic.Location { source.location(of: node) }
}
