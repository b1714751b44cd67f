// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// The moment at which a view's code runs: when the view appears, or at any other time.
enum ViewMoment: Hashable {
    /// The code is in `onAppear` or `task` of a SwiftUI view, or in `viewDidLoad` or a similar
    /// method of a view controller. The associated value is the name of that function.
    case appearing(String)
    /// The code is in another part of a SwiftUI view, such as `body`, `init` or another function.
    /// The associated value is the name of the view.
    case view(String)
}

extension CodeIndex {
    private static let appearSelectors: Set<String> = [
        "viewDidLoad()", "viewWillAppear(_:)", "viewDidAppear(_:)", "loadView()",
        "viewIsAppearing(_:)",
    ]

    /// Returns the moment at which a node in a view runs. Returns `nil` if the node is not in a
    /// view, as far as the code shows.
    func viewMoment(of node: some SyntaxProtocol) -> ViewMoment? {
        guard let type = node.enclosingType, let name = type.typeName else { return nil }
        let ancestors = ancestors(of: name)
        let isView = ancestors.contains("View")
        if isView || ancestors.contains("App") || ancestors.contains("Scene")
            || ancestors.contains("ViewModifier")
        {
            for closure in node.enclosingClosures {
                let caller = closure.receivingCall?.calledName
                if let caller, ["onAppear", "task"].contains(caller),
                    closure.receivingCall?.base != nil
                {
                    return .appearing(caller)
                }
            }
        }
        if isView { return .view(name) }
        guard let function = node.enclosingFunction?.as(FunctionDeclSyntax.self),
            ancestors.contains(where: { $0.hasSuffix("ViewController") })
        else { return nil }
        let selector = function.selector
        return Self.appearSelectors.contains(selector) ? .appearing(function.name.text) : nil
    }

    /// Returns the closures that run when one of the given views, or a view in an `App`, appears.
    func appearClosures(ofViews names: Set<String>) -> [Occurrence<ClosureExprSyntax>] {
        calls("onAppear", "task").compactMap { occurrence in
            guard occurrence.node.base != nil, let closure = occurrence.node.closures.first,
                let type = occurrence.node.enclosingType?.typeName,
                names.contains(type) || self.type(type, is: "App")
            else { return nil }
            return Occurrence(node: closure, source: occurrence.source)
        }
    }
}

extension FunctionDeclSyntax {
    var selector: String {
        let labels = signature.parameterClause.parameters.map { $0.firstName.text + ":" }
        return "\(name.text)(\(labels.joined()))"
    }
}
