// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import SwiftParser
import SwiftSyntax

extension SwiftSource {
    /// Returns the calls of the function or type with this name, for example `register` for
    /// `a.b.register(…)`.
    func calls(of name: String) -> [FunctionCallExprSyntax] { facts.calls[name] ?? [] }
}

extension FunctionCallExprSyntax {
    /// Returns the expression of the argument with a label, without trailing closures.
    func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

extension ExprSyntax {
    /// The text of a string literal without interpolation.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
