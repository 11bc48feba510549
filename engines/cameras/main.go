// Command cameras lets people into a call who send clips that were encoded before: next to nothing for the processor,
// however many they are. One line of JSON on standard input lets one person in, and is answered by a line; the end of
// the input ends it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"
)

// Person is a line of the input.
type Person struct {
	// Of the media engine, ws.
	URL    string
	Token  string
	Fps    int
	Layers []Layer
	// A clip of Opus packets of 20 ms; empty: no microphone.
	Sound string
}

// Layer is one size of a camera's video, in VP8; the smallest first.
type Layer struct {
	File          string
	Width, Height int
	Bitrate       int
}

const opusMs = 20

func main() {
	log.SetFlags(0)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		var person Person
		must(json.Unmarshal(lines.Bytes(), &person))
		sender := join(person)
		// Cameras are not in step with each other.
		time.Sleep(time.Duration(n*7%33) * time.Millisecond)
		go sender.sendPictures(person.Fps)
		if person.Sound != "" {
			go sender.sendSound()
		}
		fmt.Println("sends")
	}
}

// What is sent for ever, each part at its moment by the clock, so that who was late has sent as many in the end.
func every(interval time.Duration, send func(n int)) {
	begin := time.Now()
	for n := 0; ; n++ {
		time.Sleep(time.Until(begin.Add(time.Duration(n) * interval)))
		send(n)
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
