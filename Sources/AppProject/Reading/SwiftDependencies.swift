// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds the files that do not mention notifications themselves, but on which parsed code depends.
/// These files define constants, functions that are called at launch, or the first views.
struct SwiftDependencies {
    /// The maximum number of rounds in which the dependencies of newly parsed files are followed.
    static let roundCountMax = 3

    /// The names of the functions that run at launch.
    private var functions: Set<String> = []
    /// The names of the views that are shown first.
    private var views: Set<String> = []

    /// Returns the files to parse next, in a fixed order.
    mutating func next(from sources: [SwiftSource], in unparsed: SwiftDeclarations) -> [String] {
        let index = CodeIndex(sources)
        var paths: Set<String> = []
        for constant in wantedConstants(index) {
            paths.formUnion(
                unparsed.files(ofConstant: constant.name, owner: constant.owner).prefix(3))
        }
        for name in launchTypes(index) {
            paths.formUnion(unparsed.files(ofExtensionsOf: name))
        }
        let known = Set(index.typeNames)
        for name in rootViews(index).subtracting(known) {
            paths.formUnion(unparsed.files(ofType: name).prefix(1))
        }
        for name in launchCalls(index) where functions.insert(name).inserted {
            // If several files declare the function, it is unknown which of them is called.
            let files = unparsed.files(ofFunction: name)
            if files.count == 1, index.functions(named: name).isEmpty { paths.formUnion(files) }
        }
        return paths.sorted()
    }

    // MARK: - Constants

    /// The labels of the arguments whose string values are needed by checks.
    private static let labels = [
        "forSecurityApplicationGroupIdentifier", "suiteName", "forTaskWithIdentifier", "identifier",
    ]
    private static let calls = [
        "containerURL", "UserDefaults", "register", "BGAppRefreshTaskRequest",
        "BGProcessingTaskRequest", "UNNotificationCategory", "UNNotificationAction",
        "UNTextInputNotificationAction", "PushCategory",
    ]

    private func wantedConstants(_ index: CodeIndex) -> [(name: String, owner: String?)] {
        var wanted: [(name: String, owner: String?)] = []
        var seen: Set<String> = []
        for source in index.sources {
            for call in Self.calls.flatMap({ source.facts.calls[$0] ?? [] }) {
                for label in Self.labels {
                    guard let value = call[label]?.stripped, index.text(of: value) == nil,
                        let constant = Self.constant(value), seen.insert(constant.name).inserted
                    else { continue }
                    wanted.append(constant)
                }
            }
        }
        return wanted
    }

    /// Returns the name of a constant, and the name of the type or value that precedes its dot.
    private static func constant(_ value: ExprSyntax) -> (name: String, owner: String?)? {
        guard let name = value.lastName else { return nil }
        if ["rawValue", "identifier", "id"].contains(name), let base = value.base {
            return constant(base)
        }
        let owner = value.base?.lastName
        guard owner != "self", owner != "Self" else { return (name, nil) }
        return (name, owner)
    }

    // MARK: - Launch

    /// Returns the `App` type and the app delegates; their extensions may contain code that runs at
    /// launch.
    private func launchTypes(_ index: CodeIndex) -> [String] {
        index.types(.struct, .class).map(\.type.name).filter { name in
            let parents = index.ancestors(of: name)
            return parents.contains("App")
                || parents.contains { $0.hasSuffix("ApplicationDelegate") }
        }
    }

    /// Returns the names of the views that an `App` type creates.
    private mutating func rootViews(_ index: CodeIndex) -> Set<String> {
        for declaration in index.types(.struct) where index.type(declaration.type.name, is: "App") {
            let names = CalledNames(in: Syntax(declaration.type.node)).names
            views.formUnion(names.filter { $0.first?.isUppercase == true })
        }
        return views
    }

    /// Returns the names of the functions that are called at launch, or by the first views when
    /// they appear.
    private func launchCalls(_ index: CodeIndex) -> [String] {
        var pieces: [Syntax] = []
        for source in index.sources {
            for function in source.facts.globalFunctions
            where functions.contains(function.baseName) {
                if let body = function.body { pieces.append(Syntax(body)) }
            }
            for type in source.facts.types {
                for method in type.methods
                where CodeIndex.launchSelectors.contains(method.selector)
                    || functions.contains(method.baseName)
                {
                    if let body = method.body { pieces.append(Syntax(body)) }
                }
                guard views.contains(type.name) || index.type(type.name, is: "App") else {
                    continue
                }
                let appearing = ["onAppear", "task"].flatMap { source.facts.calls[$0] ?? [] }
                pieces += appearing.flatMap(\.closures).map { Syntax($0) }
            }
        }
        var names: Set<String> = []
        for piece in pieces { names.formUnion(CalledNames(in: piece).names) }
        return names.filter { $0.first?.isLowercase == true }.sorted()
    }
}

extension CodeIndex {
    /// The app delegate methods that run while the app starts.
    package static let launchSelectors: Set<String> = [
        "application(_:didFinishLaunchingWithOptions:)",
        "application(_:willFinishLaunchingWithOptions:)",
        "applicationDidFinishLaunching(_:)", "applicationWillFinishLaunching(_:)",
        "applicationDidFinishLaunching()",
    ]
}

/// Finds the names of the functions that are called in a piece of code.
private final class CalledNames: SyntaxVisitor {
    private(set) var names: Set<String> = []

    init(in piece: Syntax) {
        super.init(viewMode: .sourceAccurate)
        walk(piece)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.calledName { names.insert(name) }
        return .visitChildren
    }
}
