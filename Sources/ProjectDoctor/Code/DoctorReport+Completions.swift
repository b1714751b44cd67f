// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorReport {
    /// Checks that each method calls its last parameter, the completion handler. A method without
    /// any such call is an error. A path without a call is only a warning, because paths are
    /// determined by syntax only.
    mutating func examineCompletions(of methods: [CodeIndex.Occurrence<CodeMethod>]) {
        for method in methods {
            guard let body = method.node.body, let name = method.node.parameters.last else {
                continue
            }
            markExamined(method.node.selector)
            switch CompletionFlow.verdict(of: name, in: body) {
            case .called: continue
            case .never:
                let callsSuper = body.tokens(viewMode: .sourceAccurate).contains {
                    $0.tokenKind == .keyword(.super)
                }
                let isTrap =
                    body.statements.count == 1
                    && body.statements.first?.item
                        .as(FunctionCallExprSyntax.self)?.calledName == "fatalError"
                guard !callsSuper, !isTrap else { continue }
                add(
                    name == "_"
                        ? "the method discards its completion handler" : "\(name) is never called",
                    at: method.source.location(of: method.node.nameNode), severity: .error)
            case .missed(let ends):
                for end in ends {
                    add(
                        "\(name) is not called on the path that ends here",
                        at: method.source.location(of: end), severity: .warning)
                }
            }
        }
    }
}
