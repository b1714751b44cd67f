// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Testing

// A rule contains its examples; in the list of test cases its identifier is enough.
extension DiagnosticRule: CustomTestStringConvertible {
    public var testDescription: String { id }
}
