package main

import (
	"encoding/binary"
	"os"
)

// A part of a clip: a picture, or a packet of sound.
type part struct {
	// The byte of RFC 7741 for VP8: the temporal layer, 0 to 2, and whether the picture depends on layer 0 only.
	layer byte
	data  []byte
}

func (p part) isBase() bool     { return p.layer>>6 == 0 }
func (p part) isNeedless() bool { return p.layer>>6 == 2 }

// A clip's file has for each part its length (4 bytes, the largest first), its layer (1 byte), its bytes.
func readClip(path string) []part {
	bytes, err := os.ReadFile(path)
	must(err)
	var parts []part
	for len(bytes) > 0 {
		length := binary.BigEndian.Uint32(bytes)
		parts = append(parts, part{layer: bytes[4], data: bytes[5 : 5+length]})
		bytes = bytes[5+length:]
	}
	return parts
}

const mostPayload = 1150

// Splits a picture into RTP payloads with the descriptor of RFC 7741, as browsers do. The media server needs the number
// of the picture and its temporal layer to drop pictures and to switch between sizes.
func vp8Pieces(of part, picture, base uint16) [][]byte {
	var pieces [][]byte
	for rest, first := of.data, true; len(rest) > 0; first = false {
		size := min(mostPayload, len(rest))
		head := []byte{0x80, 0xe0, 0x80 | byte(picture>>8), byte(picture), byte(base), of.layer}
		if first {
			head[0] |= 0x10
		}
		if of.isNeedless() {
			head[0] |= 0x20
		}
		pieces = append(pieces, append(head, rest[:size]...))
		rest = rest[size:]
	}
	return pieces
}
