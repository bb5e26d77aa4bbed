/** The tour: what to look at, and what to try. `at`: the part of the page it speaks of. */

export interface Stop {
  at: string | null;
  title: string;
  words: string;
}

export const TOUR: Stop[] = [
  { at: null, title: "Take it by the hand", words: "Drag any part of the body. The point under the cursor follows, and everything else obeys the tasks: the feet stay, the balance is kept. Let go, and the part stays where you put it, marked by a faint pin, while you move others." },
  { at: "tasks", title: "What stays", words: "Parts that you have placed are listed under the tasks. Each stays softly: a task moves it as far as it must. Drag it again, press its cross, or Relax to let it go. P pins a part strictly." },
  { at: "tabs", title: "Sit, kneel, lie", words: "Poses has postures as pictures. One click sits, on the chair if there is one: seat and feet carry, and they are held. Go on from there: drag a hand, the chest, a knee. From all fours, press S for Symmetric and drag the chest or the belly down: a push-up from the knees. “push up”, further down, is the one from the toes. To squat, drag the pelvis of who stands straight down: it comes as low as you ask, and goes back as far as it must." },
  { at: null, title: "Poses to try", words: "From the front (2), drag the pelvis a hand aside and a little up, until one leg is straight and has the weight. Pull the other knee forward (3): that hip sinks. Bring the chest back over the straight leg (2): contrapposto. To throw, carry the pin of one foot forward from above (4), the pelvis after it, one hand back and up, the other ahead." },
  { at: "tasks", title: "Over the shoulder, down to the shoe", words: "To look over a shoulder, press Add task, Look at: it begins with something ahead of the eyes. From above (4), carry its goal round to behind the body; the neck turns first, then the back. To tie a shoe, take “kneeling on one knee” among the Poses and carry each hand down to the foot in front. What the body hides you take by an Alt-click, and drag it then." },
  { at: "tasks", title: "What matters, in order", words: "Tasks stand by priority. A level is never disturbed by one below it. Drag a row by its grip, or focus the grip and press the arrow keys." },
  { at: "light", title: "One look tells", words: "Green: all tasks are met. Orange: the most important ones are, others give way. Red: not even the top level can be kept. Every row has its own light and says how far off it is." },
  { at: "tasks", title: "Ask why", words: "Drag a hand far out of reach and hold Shift when you let go: the goal stays as a task. Its light turns orange. Press “Why?” on its row: Poise solves again without each suspect and names what stops it." },
  { at: "follow", title: "Who follows", words: "Natural moves the arm or leg first and the body when that is needed; at the edge of reach it stops rather than twists. The whole body at any price, the limb, or only this part? Choose it here, or hold Alt or Ctrl while you drag. P pins the selected site where it is." },
  { at: "tabs", title: "Where the elbow goes", words: "Place a hand and look at the elbow: a circle shows where it may be, green inside the limits, while the hand stays. Drag the orange knob, or the slider under the tabs. Hands at the hips: carry each hand there, then its elbow out along the circle." },
  { at: "tabs", title: "Loads have numbers", words: "Loads shows what every support gives and what every joint must give, hardest first, for the pose on the screen. CSV takes the numbers along, Report is one file to print. Figure asks the same of small and tall people." },
  { at: "forces", title: "A box on a shelf", words: "Press S, so that both sides do the same. From the side (3), carry a hand up and ahead, and hold Shift when you let go: both hands keep their goals. Add a force, Weight: 5 kg, and name the other hand. Loads has a Report of it; under Figure, Same question for … asks it of others, from a small woman to a tall man, with a report of all; go on with one of them." },
  { at: "tabs", title: "All the rest", words: "Inspect every parameter, turn joints by their natural angles inside their limits, change the figure, keep poses, and choose what is drawn." },
  { at: "forces", title: "Forces and supports", words: "Push the body, hang a weight on a hand or between two, let one part press another, give it a wall to lean on. Contact forces are found inside their friction cones, and balance takes them into account." },
  { at: "forces", title: "Things and the floor", words: "Under Things, add a chair, a table, a box … A click shows what turns, lifts and resizes it. The body keeps out of them and of the floor, and glows before it touches. Right click a part that touches one: Rest it on what it touches, and it carries." },
  { at: "undo", title: "Nothing is lost", words: "Everything can be undone, without end, and is kept safe all the time, even if the server ends. Try everything." },
  { at: "palette", title: "Everything by name", words: "Ctrl+K opens the command palette, a question mark the list of shortcuts. The gallery in the Scene menu has scenes to begin with. Have fun." },
];
