// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Collects all facts of a file in one traversal.
final class SourceWalk: SyntaxVisitor {
    var facts = SourceFacts()
    /// The names of the enclosing types.
    private var path: [String] = []
    /// The indices in ``SourceFacts/types`` of the types that enclose the current node.
    private var open: [Int] = []

    /// The byte ranges to ignore.
    private let hidden: [Range<Int>]

    init(without hidden: [Range<Int>] = []) {
        self.hidden = hidden
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        // The condition of `#if` is not visited, because it is not part of the code.
        let start = node.position.utf8Offset
        if !hidden.contains(where: { $0.contains(start) }), let elements = node.elements {
            walk(elements)
        }
        return .skipChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.path.first?.name.text { facts.imports.insert(name) }
        return .skipChildren
    }

    // MARK: - Types

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.class, node.name.text, node, node)
    }
    override func visitPost(_ node: ClassDeclSyntax) { leave() }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.struct, node.name.text, node, node)
    }
    override func visitPost(_ node: StructDeclSyntax) { leave() }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.enum, node.name.text, node, node)
    }
    override func visitPost(_ node: EnumDeclSyntax) { leave() }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.actor, node.name.text, node, node)
    }
    override func visitPost(_ node: ActorDeclSyntax) { leave() }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.protocol, node.name.text, node, node)
    }
    override func visitPost(_ node: ProtocolDeclSyntax) { leave() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.extension, node.extendedType.bareName, node, node)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

    private func enter(
        _ kind: CodeType.Kind, _ name: String, _ group: some DeclGroupSyntax,
        _ node: some DeclSyntaxProtocol
    ) -> SyntaxVisitorContinueKind {
        path.append(name)
        open.append(facts.types.count)
        let attributes = group.attributes.compactMap { $0.as(AttributeSyntax.self) }
        let named = attributes.first { $0.attributeName.trimmedDescription == "objc" }
        facts.types.append(
            CodeType(
                name: path.joined(separator: "."), kind: kind,
                inherited: group.inheritanceClause?.inheritedTypes.flatMap { $0.type.bareNames }
                    ?? [],
                methods: [], members: group.memberBlock.members, node: DeclSyntax(node),
                objectiveCName: named?.arguments?.trimmedDescription,
                isMain: attributes.contains {
                    ["main", "UIApplicationMain", "NSApplicationMain"].contains(
                        $0.attributeName.trimmedDescription)
                }))
        return .visitChildren
    }

    private func leave() {
        path.removeLast()
        open.removeLast()
    }

    // MARK: - Functions

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node.name.text, node.signature, node.body, node)
        return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        add("init", node.signature, node.body, node)
        return .visitChildren
    }

    private func add(
        _ name: String, _ signature: FunctionSignatureSyntax, _ body: CodeBlockSyntax?,
        _ node: some DeclSyntaxProtocol
    ) {
        let parameters = signature.parameterClause.parameters
        let labels = parameters.map { $0.firstName.text + ":" }.joined()
        let method = CodeMethod(
            selector: "\(name)(\(labels))", baseName: name,
            parameters: parameters.map { ($0.secondName ?? $0.firstName).text },
            isAsync: signature.effectSpecifiers?.asyncSpecifier != nil, body: body,
            node: DeclSyntax(node))
        // A function inside a function is neither a method nor global.
        guard node.enclosingFunction == nil else { return }
        if let type = open.last {
            facts.types[type].methods.append(method)
        } else {
            facts.globalFunctions.append(method)
        }
    }

    // MARK: - Constants

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        // Local constants are excluded; ``CodeIndex/text(of:)`` determines their meaning.
        if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            node.enclosingFunction == nil, node.enclosingClosures.isEmpty,
            let value = node.constantText
        {
            facts.constants.append(CodeConstant(name: qualified(name), value: value))
        }
        return .visitChildren
    }

    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let type = open.last.map({ facts.types[$0] }), type.inherited.contains("String")
        else { return .visitChildren }
        for element in node.elements {
            let name = element.name.identifier?.name ?? element.name.text
            let value = element.rawValue.map { $0.value.constantText } ?? name
            guard let value else { continue }
            facts.constants.append(CodeConstant(name: qualified(name), value: value))
        }
        return .visitChildren
    }

    private func qualified(_ name: String) -> String {
        (path + [name]).joined(separator: ".")
    }

    // MARK: - Expressions

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.calledName { facts.calls[name, default: []].append(node) }
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        facts.mentions[node.baseName.text, default: []].append(node)
        return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        if elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
            let name = elements[0].lastName
        {
            let value = elements.count == 3 ? elements[2] : ExprSyntax(node)
            facts.assignments[name, default: []].append(
                CodeAssignment(target: elements[0], value: value, node: node))
        }
        return .visitChildren
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        facts.strings.append(node)
        return .visitChildren
    }

    override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
        facts.forceUnwraps.append(node)
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        facts.typeNames[node.name.text, default: []].append(TypeSyntax(node))
        return .visitChildren
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        facts.attributes[node.attributeName.bareName, default: []].append(node)
        return .visitChildren
    }
}
