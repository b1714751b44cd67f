// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The declarations that Foundation re-exports only on Apple's systems and that the kit uses there,
// after Apple's published ones. `scripts/check-kit.sh` compiles this into the kit; nothing here
// runs.
import Foundation

typealias CFTypeID = UInt
typealias CFTypeRef = Any

func CFGetTypeID(_ value: CFTypeRef) -> CFTypeID { 0 }
func CFBooleanGetTypeID() -> CFTypeID { 0 }
