// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The methods that inform an app about calls. Apple: since iOS 10.0.
///
/// The virtual phone does not show calls and therefore never invokes these methods. All but the
/// first requirement are optional: they have default implementations.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// The provider was reset; all calls have ended.
    func providerDidReset(_ provider: CXProvider)
    /// The provider is ready for use.
    func providerDidBegin(_ provider: CXProvider)
    /// A transaction is to be executed; returns whether the app handles the transaction.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// A call is to be started.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// The person answered.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// The person hung up.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// A call is put on hold or resumed.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// A call is muted or unmuted.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// DTMF tones are to be played.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// An action was not completed in time.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The call's audio session was activated.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The call's audio session was deactivated.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
    public func providerDidBegin(_ provider: CXProvider) {}

    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        false
    }

    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }

    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}

    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}

    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}
