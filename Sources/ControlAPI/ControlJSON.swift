// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The JSON coder of the control API. All HTTP APIs of Bellhop share it.
package typealias ControlJSON = APIJSON
