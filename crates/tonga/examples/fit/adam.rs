//! The optimiser Adam (Kingma and Ba, 2015).

#[derive(Default)]
pub struct Adam {
    pub rate: f32,
    /// Weights of a new slope in the running means of the slopes and of their squares.
    pub mean_rate: f32,
    pub square_rate: f32,
    /// Added to the root of the mean square.
    pub epsilon: f32,
    /// Decays of both means, if the bias of their first steps is corrected.
    pub decays: Option<[f32; 2]>,
    pub steps: i32,
    /// By weight, the running means of the slope and of its square.
    pub moments: Vec<(f32, f32)>,
}

impl Adam {
    /// Moves the weights along their slopes.
    pub fn step<'a>(
        &mut self,
        weights: impl Iterator<Item = &'a mut f32>,
        slopes: impl Iterator<Item = f32>,
    ) {
        self.steps += 1;
        let unbias = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let [mean_scale, square_scale] = self.decays.map_or([1.0; 2], |both| both.map(unbias));
        for (index, (weight, slope)) in weights.zip(slopes).enumerate() {
            if index == self.moments.len() {
                self.moments.push((0.0, 0.0));
            }
            let (mean, square) = &mut self.moments[index];
            *mean += self.mean_rate * (slope - *mean);
            *square += self.square_rate * (slope * slope - *square);
            let size = (*square * square_scale).sqrt() + self.epsilon;
            *weight += self.rate * *mean * mean_scale / size;
        }
    }
}
