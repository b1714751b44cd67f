// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Determines whether a completion handler is called on every path through a body.
///
/// If it is uncertain whether the handler is called, a call is assumed. This is the case when the
/// handler is passed to a function or captured in a closure. It is also the case when the handler
/// is stored in a property that other code can use, and other code of the type then runs. Every
/// path that is reported therefore really lacks the call.
struct CompletionFlow {
    enum Verdict {
        case called
        /// The body does not mention the handler.
        case never
        /// The handler is not called on some paths. The associated value contains the ends of these
        /// paths, which are `return` statements and closing braces.
        case missed([Syntax])
    }

    /// - Parameters:
    ///   - name: the parameter or property that contains the handler.
    ///   - body: the body of the function that has to call the handler.
    ///   - properties: the properties in which this body stores the handler and which are not used
    ///     by any code that this body can run.
    static func verdict(
        of name: String, in body: CodeBlockSyntax, unreachable properties: Set<String> = []
    ) -> Verdict {
        let isMentioned = body.statements.tokens(viewMode: .sourceAccurate).contains {
            $0.tokenKind == .identifier(name)
        }
        guard isMentioned else { return .never }
        var walk = CompletionWalk(handler: name, unreachable: properties)
        walk.run(body.statements, from: .open, end: Syntax(body.rightBrace))
        return walk.missed.isEmpty ? .called : .missed(walk.missed)
    }
}

/// The state of the handler on a path.
enum CompletionProgress: Int, Comparable {
    /// The handler has not been used.
    case open
    /// The handler is stored in a property, and no code that could call it from there has run yet.
    case stored
    /// The handler was called, or passed to code that may call it.
    case done

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Follows the paths through the statements of a body.
struct CompletionWalk {
    /// The names that refer to the handler.
    var handlers: Set<String>
    /// The names of optionals that are practically never `nil`.
    var certain: Set<String> = []
    /// The locations at which paths end without a call of the handler.
    var missed: [Syntax] = []
    /// The properties from which no other code can call the handler.
    let unreachable: Set<String>

    init(handler: String, unreachable: Set<String>) {
        handlers = unreachable.union([handler])
        self.unreachable = unreachable
    }

    /// Follows a body whose end is also the end of a path.
    mutating func run(
        _ items: CodeBlockItemListSyntax, from start: CompletionProgress, end: Syntax
    ) {
        guard let last = walk(items, start), last < .done else { return }
        missed.append(end)
    }

    /// - Returns: The handler's state after the statements; `nil` if no path continues after the
    ///   statements.
    mutating func walk(
        _ items: CodeBlockItemListSyntax, _ start: CompletionProgress
    ) -> CompletionProgress? {
        var progress = start
        addLocalFunctions(of: items)
        for item in items {
            guard let next = walk(Syntax(item.item), progress) else { return nil }
            progress = next
            if item.item.is(BreakStmtSyntax.self) || item.item.is(ContinueStmtSyntax.self) {
                return progress
            }
        }
        return progress
    }

    /// Adds the local functions that call the handler, also through each other. A local function
    /// may be called before its declaration.
    private mutating func addLocalFunctions(of items: CodeBlockItemListSyntax) {
        var functionsByName: [String: [String]] = [:]
        for function in items.compactMap({ $0.item.as(FunctionDeclSyntax.self) }) {
            for token in function.tokens(viewMode: .sourceAccurate) {
                guard case .identifier(let name) = token.tokenKind else { continue }
                functionsByName[name, default: []].append(function.name.text)
            }
        }
        guard !functionsByName.isEmpty else { return }
        var queue = Array(handlers)
        while let name = queue.popLast() {
            for function in functionsByName[name] ?? [] where handlers.insert(function).inserted {
                queue.append(function)
            }
        }
    }

    private mutating func walk(
        _ node: Syntax, _ progress: CompletionProgress
    ) -> CompletionProgress? {
        if let statement = node.as(ExpressionStmtSyntax.self) {
            return walk(Syntax(statement.expression), progress)
        }
        switch node.as(SyntaxEnum.self) {
        case .labeledStmt(let node): return walk(Syntax(node.statement), progress)
        case .returnStmt(let node):
            let last = node.expression.map { effect(of: Syntax($0), progress) } ?? progress
            if last < .done { missed.append(Syntax(node)) }
            return nil
        case .throwStmt, .fallThroughStmt: return nil
        case .guardStmt(let node): return walk(node, progress)
        case .ifExpr(let node): return walk(node, progress)
        case .switchExpr(let node): return walk(node, progress)
        case .doStmt(let node): return walk(node, progress)
        case .deferStmt(let node):
            return mentionsHandler(Syntax(node.body)) ? .done : progress
        case .forStmt(let node):
            return loop(node.body, effect(of: Syntax(node.sequence), progress))
        case .whileStmt(let node):
            return loop(node.body, effect(of: Syntax(node.conditions), progress))
        case .repeatStmt(let node): return walk(node.body.statements, progress)
        case .ifConfigDecl(let node): return walk(node, progress)
        case .functionDecl(let node):
            // The function may use a name that the handler has had only since a previous statement.
            if mentionsHandler(Syntax(node)) { handlers.insert(node.name.text) }
            return progress
        default:
            let next = effect(of: node, progress)
            return node.neverReturns ? nil : next
        }
    }

    private mutating func walk(
        _ node: GuardStmtSyntax, _ progress: CompletionProgress
    ) -> CompletionProgress? {
        let after = effect(of: Syntax(node.conditions), progress)
        if !isCertain(node.conditions) { _ = walk(node.body.statements, after) }
        return after
    }

    private mutating func walk(
        _ node: IfExprSyntax, _ progress: CompletionProgress
    ) -> CompletionProgress? {
        let start = effect(of: Syntax(node.conditions), progress)
        let isCertain = isCertain(node.conditions)
        let then = walk(node.body.statements, start)
        if isCertain { return then }
        switch node.elseBody {
        case .codeBlock(let block): return merge(then, walk(block.statements, start))
        case .ifExpr(let other): return merge(then, walk(other, start))
        case nil: return merge(then, start)
        }
    }

    private mutating func walk(
        _ node: SwitchExprSyntax, _ progress: CompletionProgress
    ) -> CompletionProgress? {
        let start = effect(of: Syntax(node.subject), progress)
        var last: CompletionProgress?
        for element in node.cases {
            // Cases inside `#if` are not examined; a call of the handler is assumed.
            guard case .switchCase(let element) = element else { return .done }
            last = merge(last, walk(element.statements, start))
        }
        return last
    }

    private mutating func walk(
        _ node: DoStmtSyntax, _ progress: CompletionProgress
    ) -> CompletionProgress? {
        guard !node.catchClauses.isEmpty else { return walk(node.body.statements, progress) }
        // A statement with `try` may throw, so that the code after it does not run. For the `catch`
        // clauses, therefore, only the statements before it are considered.
        var thrown: CompletionProgress? = progress
        for item in node.body.statements {
            if item.tokens(viewMode: .sourceAccurate).contains(where: {
                $0.tokenKind == .keyword(.try) || $0.tokenKind == .keyword(.throw)
            }) {
                break
            }
            var trial = self
            thrown = thrown.flatMap { trial.walk(Syntax(item.item), $0) }
        }
        var last = walk(node.body.statements, progress)
        for clause in node.catchClauses {
            last = merge(last, walk(clause.body.statements, thrown ?? .done))
        }
        return last
    }

    /// Follows a loop. A call inside the body is assumed to be made, although the body may not run.
    private mutating func loop(
        _ body: CodeBlockSyntax, _ progress: CompletionProgress
    ) -> CompletionProgress? {
        max(progress, walk(body.statements, progress) ?? progress)
    }

    /// Follows the branches of `#if`. The result is the state of the branch that is closest to a
    /// call.
    private mutating func walk(
        _ node: IfConfigDeclSyntax, _ progress: CompletionProgress
    ) -> CompletionProgress? {
        var ends: [CompletionProgress?] = []
        for clause in node.clauses {
            guard case .statements(let items) = clause.elements else { continue }
            ends.append(walk(items, progress))
        }
        let hasElse = node.clauses.last?.poundKeyword.tokenKind == .poundElse
        if hasElse, !ends.isEmpty, ends.allSatisfy({ $0 == nil }) { return nil }
        return max(progress, ends.compactMap { $0 }.max() ?? progress)
    }

    private func merge(
        _ a: CompletionProgress?, _ b: CompletionProgress?
    ) -> CompletionProgress? {
        guard let a else { return b }
        guard let b else { return a }
        return min(a, b)
    }
}

extension Syntax {
    /// Whether the expression is a call of a function that never returns.
    var neverReturns: Bool {
        guard let call = self.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return false }
        return ["fatalError", "preconditionFailure", "exit", "abort"].contains(name)
    }
}
