// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The JSON coder of the control API, which all HTTP APIs of Bellhop share.
package typealias ControlJSON = APIJSON
