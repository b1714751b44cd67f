// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The class of a failed attempt, which determines what happens next. Each class is a row of the
/// retry table.
package enum FailureClass: String, CaseIterable, Sendable {
    /// The request was not sent, not even in part.
    case notSent
    /// The request was sent, and there was no response.
    case lost
    /// The provider requires a new connection.
    case connection
    /// Too many notifications were sent to this device.
    case deviceBusy
    /// The provider token of the credential changes too often.
    case credentialBusy
    /// The provider has an internal error or is overloaded.
    case provider
    /// The provider refuses the credential.
    case credentialRefused
    /// The request is wrong, for instance its topic.
    case request
    /// The token is invalid.
    case endpoint

    /// The scope of a failure: how much it affects beyond the one notification.
    package enum Scope: Sendable {
        case nothing
        case device
        case credential
        case provider
        case campaign
        case endpoint
    }

    /// The properties of one class: a row of the retry table.
    package struct Traits: Sendable {
        /// Whether the gateway may send the same notification again.
        package let isRepeated: Bool
        /// The maximum number of attempts, including the failed one. The deadline usually ends the
        /// attempts earlier.
        package let attemptsMax: Int
        /// The shortest time to the next attempt.
        package let delayMin: Duration
        /// The maximum random delay after the first attempt, which is added to the shortest delay.
        /// It doubles with each attempt.
        package let delayBase: Duration
        /// The upper limit of the random delay.
        package let delayMax: Duration
        package let scope: Scope
    }

    /// The row of this class in the retry table. The values are defined nowhere else.
    package var traits: Traits {
        switch self {
        case .notSent, .lost:
            .again(5000, min: .zero, base: .seconds(1), max: .seconds(60), .provider)
        case .connection:
            .again(20, min: .zero, base: .milliseconds(100), max: .seconds(10), .nothing)
        case .deviceBusy:
            .again(3, min: .seconds(5), base: .seconds(10), max: .seconds(55), .device)
        case .credentialBusy:
            .again(100, min: .seconds(60), base: .seconds(60), max: .seconds(600), .credential)
        case .provider:
            .again(5000, min: .zero, base: .seconds(1), max: .seconds(60), .provider)
        case .credentialRefused:
            .again(5000, min: .seconds(5), base: .seconds(5), max: .seconds(60), .credential)
        case .request:
            Traits(
                isRepeated: false, attemptsMax: 1, delayMin: .zero, delayBase: .zero,
                delayMax: .zero, scope: .campaign)
        case .endpoint:
            Traits(
                isRepeated: false, attemptsMax: 1, delayMin: .zero, delayBase: .zero,
                delayMax: .zero, scope: .endpoint)
        }
    }

    /// Classifies a rejection by APNs. A reason that no table contains is classified by its HTTP
    /// status.
    package init(status: Int, reason: RejectionReason) {
        switch (reason, status) {
        case (.tooManyProviderTokenUpdates, _): self = .credentialBusy
        case (_, 403): self = .credentialRefused
        case (_, 410): self = .endpoint
        case (_, 429): self = .deviceBusy
        case (_, 500...): self = .provider
        default:
            switch reason.row?.retry {
            case .newConnection: self = .connection
            case .newProviderToken: self = .credentialRefused
            case .later: self = .provider
            case .never where reason.row?.tokenConsequence != RejectionReason.TokenConsequence.none:
                self = .endpoint
            case .never, .fix, nil: self = .request
            }
        }
    }
}

extension FailureClass.Traits {
    fileprivate static func again(
        _ attemptsMax: Int, min: Duration, base: Duration, max: Duration,
        _ scope: FailureClass.Scope
    ) -> FailureClass.Traits {
        FailureClass.Traits(
            isRepeated: true, attemptsMax: attemptsMax, delayMin: min, delayBase: base,
            delayMax: max, scope: scope)
    }
}
