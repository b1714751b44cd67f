// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenLengthAssumed = DoctorCheck.code(
        "token-length-assumed", .warning, "the code expects a device token of a fixed length",
        why: "Apple documents that the length of tokens varies; tokens of simulators and Live "
            + "Activities are longer today.",
        remedy: "accept a token of any length",
        wrong: RuleExample(
            TokenExample.callback(
                "guard deviceToken.count == 32 else { return }\n        " + TokenExample.hexadecimal
            )),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        for callback in unit.code.tokenCallbacks {
            report.markExamined(callback.node.baseName)
            guard let body = callback.node.body else { continue }
            let names = callback.node.tokenNames
            let finder = LengthFinder(names: names.bytes.union(names.made))
            finder.walk(body)
            for node in finder.found {
                report.add(
                    "the length of a token is compared with a number",
                    at: callback.source.location(of: node))
            }
        }
    }
}

/// Finds comparisons such as `name.count == 32`.
private final class LengthFinder: SyntaxVisitor {
    let names: Set<String>
    var found: [SequenceExprSyntax] = []

    init(names: Set<String>) {
        self.names = names
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        if elements.count == 3, elements[0].lastName == "count",
            let base = elements[0].base?.lastName, names.contains(base),
            let comparison = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
            ["==", "!="].contains(comparison),
            let number = elements[2].as(IntegerLiteralExprSyntax.self), number.literal.text != "0"
        {
            found.append(node)
        }
        return .visitChildren
    }
}
